import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface, type Interface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(__dirname, '../../proxy/proxy.mjs')).href;
const PROGRAM = `
  import { createInterface } from 'node:readline';
  import { FaultyProxy } from '${MODULE}';
  const proxy = new FaultyProxy({ url: process.argv[1] });
  console.log(await proxy.start());
  for await (const line of createInterface({ input: process.stdin })) {
    const [name, ...args] = JSON.parse(line);
    console.log(JSON.stringify(typeof proxy[name] === 'function' ? await proxy[name](...args) : proxy[name]) ?? 'null');
  }
  await proxy.stop();
  process.exit();`;

/** A proxy in its own process, because jest does not load ES modules. */
export class ProxyProcess {
  private constructor(
    private readonly program: ChildProcess,
    private readonly lines: Interface,
    readonly port: number,
  ) {}

  static async start(targetPort: number): Promise<ProxyProcess> {
    const args = ['--input-type=module', '--eval', PROGRAM, `tcp://127.0.0.1:${targetPort}`];
    const program = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: program.stdout });
    const url = await nextLine(lines);
    return new ProxyProcess(program, lines, Number(new URL(url).port));
  }

  /** Calls a method, or reads a property. */
  async tell(name: string, ...args: readonly unknown[]): Promise<unknown> {
    const answer = nextLine(this.lines);
    this.program.stdin?.write(`${JSON.stringify([name, ...args])}\n`);
    return JSON.parse(await answer);
  }

  async stop(): Promise<void> {
    const ended = new Promise((resolve) => this.program.once('exit', resolve));
    this.program.stdin?.end();
    await ended;
  }
}

function nextLine(lines: Interface): Promise<string> {
  return new Promise((resolve) => lines.once('line', resolve));
}
