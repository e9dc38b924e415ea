/** Reads the mails that a server has written to its folder instead of sending them. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import type { Server } from './server.ts';

/** Waits for a mail to `address` with a link to `page`, and returns the path of the newest such link. */
export async function linkFromMail(server: Server, address: string, page: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        link = (await mailsTo(server, address))
          .flatMap((mail) => [...mail.matchAll(/https?:\/\/[^/\s]+(\/[a-z-]+#token=\w+)/g)])
          .map(([, path]) => path)
          .findLast((path) => path?.startsWith(page));
        return link;
      },
      { message: `a mail to ${address} with a link to ${page}` },
    )
    .toBeDefined();
  return link ?? '';
}

/** Oldest first, with the quoted-printable encoding removed. */
async function mailsTo(server: Server, address: string): Promise<string[]> {
  const folder = join(server.folder, 'data', 'outbox');
  const files = (await readdir(folder).catch(() => [])).filter((file) => file.endsWith('.eml'));
  const mails = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  return mails
    .filter((mail) => mail.includes(`To: ${address}`))
    .sort((a, b) => dateOf(a) - dateOf(b))
    .map((mail) => mail.replace(/=\r?\n/g, '').replaceAll('=3D', '='));
}

function dateOf(mail: string): number {
  return Date.parse(/^Date: (.+)$/m.exec(mail)?.[1] ?? '');
}
