import { throughProxy } from '../proxy/through-proxy.mjs';

/** The share of statements whose reply is lost, including those that open and commit transactions. */
const SHARE = 0.02;

/** Statements are executed and their connection is reset instead of the reply, so that the node cannot know what became of them. */
export const fault = {
  ...throughProxy,
  name: 'lost-reply',
  title: 'lost reply: the statement is executed, and the connection is reset',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABCDGH',
  harm: 'replies',

  async inflict(scene) {
    for (const proxy of scene.proxies) proxy.loseReplies(SHARE);
    await scene.sleep(scene.leftMs);
    for (const { lost } of scene.proxies) scene.count('replies', lost);
  },
};
