const LINKS = 10;

/**
 * The shapes as functions, for peers whose workflows are functions with steps in them.
 *
 * @param step `(name, work)` runs a step
 * @param work what a step does
 */
export function runShape(shape, { step, work, width }) {
  return shapes[shape]({ step, work, width });
}

const shapes = {
  async chain({ step, work }) {
    for (let link = 1; link <= LINKS; link += 1) await step(`step_${link}`, work);
  },
  async diamond({ step, work }) {
    await step('top', work);
    await Promise.all(['left', 'right'].map((name) => step(name, work)));
    await step('bottom', work);
  },
  async fan_in({ step, work, width }) {
    await Promise.all(Array.from({ length: width }, (_, item) => step(`item_${item}`, work)));
    await step('join', work);
  },
  async compensation({ step, work }) {
    const undone = [];
    try {
      for (const name of ['first', 'second']) {
        await step(name, work);
        undone.unshift(`undo_${name}`);
      }
      await step('third', () => {
        work();
        throw new Error('fails on purpose');
      });
    } catch {
      for (const name of undone) await step(name, work);
    }
  },
};
