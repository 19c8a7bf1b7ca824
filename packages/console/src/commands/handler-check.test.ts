import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Scene } from '../test-support/scene.js';

const packageRoot = join(__dirname, '../..');

/** A check over doubles of its own, and a guard that its payload switches on. */
const GREET = `
const { defineHandlerCheck, recordingService } = require('@scheduler/testing');
module.exports = defineHandlerCheck({
  type: 'greet',
  world: () => ({ mails: recordingService() }),
  handler: ({ mails }) => async (job, { idempotencyKey }) => {
    await mails.call('send', {}, job.payload.guarded ? { idempotencyKey } : {});
  },
  payload: { guarded: true },
});
`;

describe('handler:check', () => {
  const scene = new Scene();
  let folder: string;

  beforeEach(() => {
    // Inside the workspace, so that check files find @scheduler/testing.
    mkdirSync(join(packageRoot, 'tmp'), { recursive: true });
    folder = mkdtempSync(join(packageRoot, 'tmp/check-'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "commonjs" }');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const check = (...argv: string[]) => scene.run(['handler:check', ...argv], { cwd: folder });
  const addCheck = (name: string, source: string) => {
    mkdirSync(join(folder, 'src/handlers'), { recursive: true });
    writeFileSync(join(folder, 'src/handlers', name), source);
  };

  it('finds the check of the type, and says that its handler is safe to run again', async () => {
    addCheck('greet.check.js', GREET);
    const { code, stdout, stderr } = await check('greet');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(
      'safe to run again: 26 runs with a fault, over 1 call, had the effects of one undisturbed run\n',
    );
  });

  it('ends with 1 and the report if it is not', async () => {
    addCheck('greet.check.js', GREET);
    const { code, stdout } = await check('greet', '--payload', '{"guarded":false}', '--only', 'killed@1');
    expect(code).toBe(1);
    expect(stdout).toContain('not safe to run again: 1 run with a fault, over 1 call\n');
    expect(stdout).toContain('1. mails: twice: {"operation":"send","input":{}}\n');
    expect(stdout).toContain('guard   give context.idempotencyKey to the service');
    const ran = await check('greet', '--payload', '{"guarded":false}', '--seeds', '0', '--json');
    expect(ran.json()).toMatchObject({
      type: 'greet',
      file: 'src/handlers/greet.check.js',
      report: {
        safe: false,
        runs: 6,
        findings: [{ guard: 'idempotencyKey', repeat: 'unreported@0' }, {}, {}, {}, {}],
      },
    });
  });

  it('takes a file, and warns of a type that the application does not handle', async () => {
    writeFileSync(join(folder, 'other.js'), GREET.replace("type: 'greet'", "type: 'wave'"));
    const { code, stderr } = await check('wave', '--check', 'other.js');
    expect(code).toBe(0);
    expect(stderr).toBe('warning: no handler of the application lists the job type "wave"\n');
  });

  it('says what is missing or wrong', async () => {
    expect((await check('greet')).stderr).toContain(
      'no check for the job type "greet" in src/handlers/**/*.check.ts; there are none. Write one with: scheduler handler:check greet --write',
    );
    addCheck('wave.check.js', 'module.exports = {};');
    const invalid = await check('greet');
    expect(invalid.stderr).toContain('src/handlers/wave.check.js exports no check');
    expect(invalid.code).toBe(1);
    expect((await check('greet', '--check', 'none.js')).stderr).toContain('"none.js" does not exist');
    expect((await check('no type')).code).toBe(2);
  });

  it('writes a check that fails until it has the handler, and overwrites none', async () => {
    const { code, stdout } = await check('greet', '--write');
    expect(code).toBe(0);
    expect(stdout).toContain('wrote src/handlers/greet.check.ts\n');
    expect(readFileSync(join(folder, 'src/handlers/greet.check.ts'), 'utf8')).toContain("type: 'greet'");
    const ran = await check('greet');
    expect(ran.code).toBe(1);
    expect(ran.stderr).toContain('make the handler of greet over rows, service, mails');
    expect((await check('greet', '--write')).stderr).toContain('src/handlers/greet.check.ts exists already');
  });
});
