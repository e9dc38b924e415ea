/** Starts a server for a test: the debug binary on a free port, with its database in a new folder. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface Server {
  url: string;
  /** Its folder with the database and mails. */
  folder: string;
  stop(): Promise<void>;
}

export type Settings = Record<string, string>;

export async function startServer(settings: Settings = {}): Promise<Server> {
  const binary = process.env.HALCYON_BINARY;
  if (!binary) throw new Error('HALCYON_BINARY is not set: run the tests with scripts/e2e');
  const folder = await mkdtemp(join(tmpdir(), 'halcyon-e2e-'));
  const child = spawn(binary, ['serve'], {
    cwd: folder,
    env: {
      HALCYON_LISTEN: '127.0.0.1:0',
      HALCYON_WEATHER_SOURCES: 'simulated',
      // The weather changes with the day; another seed shows whether a journey depends on it.
      HALCYON_SIMULATED_SEED: process.env.HALCYON_SIMULATED_SEED ?? '1',
      HALCYON_LOG: 'warn',
      // All tests come from the same IP address.
      HALCYON_RATE_LIMITS: 'off',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await announcedAddress(child);
  return {
    url,
    folder,
    async stop() {
      if (child.exitCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function announcedAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
    if (!child.stdout) return reject(new Error('the server has no output'));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const address = /Halcyon is at (\S+)/.exec(line)?.[1];
      if (address) resolve(address);
      // Warnings and errors help to explain a failed test.
      else if (/WARN|ERROR/.test(line)) process.stderr.write(`${line}\n`);
    });
  });
}
