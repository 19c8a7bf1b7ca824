import { throughProxy } from '../proxy/through-proxy.mjs';

/** Of statements, those that open and commit transactions included. */
const SHARE = 0.02;

/** Statements are carried out and their connection is reset in place of the reply: the node cannot know what became of them. */
export const fault = {
  ...throughProxy,
  name: 'lost-reply',
  title: 'lost reply: carried out, and the connection is reset',
  stores: ['postgres', 'mariadb', 'redis'],
  promises: 'ABCDGH',
  harm: 'replies',

  async inflict(scene) {
    for (const proxy of scene.proxies) proxy.loseReplies(SHARE);
    await scene.sleep(scene.leftMs);
    for (const { lost } of scene.proxies) scene.count('replies', lost);
  },
};
