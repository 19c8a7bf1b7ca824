import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, strangersEnvironment } from './command.mjs';
import { root } from './packages.mjs';
import { outputOf } from './process-output.mjs';
import { withDatabase } from './tutorial-database.mjs';

const BLOCK = /^```(sh|ts|text) tutorial ?(\S*)\n(.*?)^```$/gms;
const MOST_MINUTES = 10;
const INSTALL = '--no-audit --no-fund --prefer-offline --ignore-scripts';
const END_MS = 20_000;

/**
 * `docs/tutorial.md` from an empty folder: its commands and its files one after the other, as they stand. Only where packages come from and
 * where the database is differs.
 */
export async function checkTutorial({ scheduler, packages, postgres, log }) {
  if (postgres === undefined) return log('without PostgreSQL: the tutorial was not followed');
  const folder = mkdtempSync(join(tmpdir(), 'scheduler-tutorial-'));
  try {
    await withDatabase(postgres, packages, async (url) => {
      const began = performance.now();
      await new Reader({ folder, scheduler, packages, url }).follow(
        readFileSync(join(root, 'docs/tutorial.md'), 'utf8'),
      );
      const seconds = Math.round((performance.now() - began) / 1_000);
      log(`the tutorial took ${seconds} s`);
      assert.ok(seconds < MOST_MINUTES * 60, `the tutorial took ${seconds} s`);
    });
  } finally {
    rmSync(folder, { force: true, recursive: true });
  }
}

/** Somebody at a terminal, and at a second one for what stays. */
class Reader {
  constructor({ folder, scheduler, packages, url }) {
    this.folder = folder;
    this.variables = {};
    this.own = [
      [/^npx @scheduler\/console (init .*)$/, `"${scheduler}" $1 --packages "${packages}"`],
      [/^npm install(?=$| )/, `npm install ${INSTALL}`],
      [/^(export SCHEDULER_POSTGRES_URL)=.*$/, `$1=${url}`],
    ];
    this.said = '';
    this.stays = null;
  }

  async follow(page) {
    try {
      for (const [, kind, word, text] of page.matchAll(BLOCK)) await this[kind](text, word);
    } finally {
      await this.end();
    }
  }

  ts(text, file) {
    writeFileSync(join(this.folder, file), text);
  }

  async sh(text, word) {
    const commands = text
      .trim()
      .split('\n')
      .map((line) => this.asHere(line));
    this.said = '';
    for (const command of commands)
      if (word === 'stays') this.stays = this.start(command);
      else await this.type(command);
  }

  asHere(line) {
    return this.own.reduce((command, [pattern, other]) => command.replace(pattern, other), line);
  }

  async type(command) {
    const [, name, value] = /^export (\w+)=(.*)$/.exec(command) ?? [];
    const [, below] = /^cd (\S+)$/.exec(command) ?? [];
    if (name !== undefined) this.variables[name] = value;
    else if (below !== undefined) this.folder = join(this.folder, below);
    else this.said += await run('sh', ['-c', command], this.folder, this.variables);
  }

  /** Each line of the page is somewhere in what was printed, in this order. */
  async text(text, word) {
    let from = 0;
    for (const line of text.trim().split('\n')) {
      if (word === 'stays') await this.stays.output.until(line);
      const printed = word === 'stays' ? this.stays.output.text() : this.said;
      const at = printed.indexOf(line, from);
      assert.ok(at >= 0, `${JSON.stringify(line)} was not printed:\n${printed}`);
      from = at + line.length;
    }
  }

  /** In a process group of its own, so that the signal reaches what npm started, as from a terminal. */
  start(command) {
    const env = { ...strangersEnvironment(), ...this.variables };
    const child = spawn('sh', ['-c', command], { cwd: this.folder, env, detached: true });
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { child, ended, output: outputOf(child) };
  }

  async end() {
    if (this.stays === null) return;
    const { child, ended, output } = this.stays;
    const signal = (name) => {
      try {
        process.kill(-child.pid, name);
      } catch {
        // It has ended by itself.
      }
    };
    const timer = setTimeout(() => signal('SIGKILL'), END_MS);
    signal('SIGINT');
    await ended;
    clearTimeout(timer);
    assert.match(output.text(), /^stopped$/m, `npm start did not end well:\n${output.text()}`);
  }
}
