import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PROJECT_ROOT } from '@diorama/stack/env.ts';
import { hasDocker, reportSkipped, startImage } from '@diorama/stack/test/images.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Listening } from '../runtime/report-ports.ts';
import { createMailer, type Mailer } from './mail.ts';

/** A mail server; `newest` reads the subject and both bodies of the last received mail. */
type MailServer = {
  smtpUrl: string;
  newest(): Promise<{ subject: string; text: string; html: string } | null>;
  close(): Promise<void>;
};

const readJson = async (url: string) => (await fetch(url)).json();

const SERVERS: readonly { name: string; isHere: boolean; open(): Promise<MailServer> }[] = [
  { name: 'the mailbox of the start command', isHere: true, open: openMailbox },
  { name: 'the Mailpit of compose.yaml', isHere: hasDocker, open: openMailpit },
];
reportSkipped('the suite of mail servers', ['mail']);

describe.each(SERVERS.filter(({ isHere }) => isHere))('mail to $name', ({ open }) => {
  let server: MailServer;
  let mailer: Mailer;

  beforeAll(async () => {
    server = await open();
    mailer = createMailer({ smtpUrl: server.smtpUrl, mailFrom: 'Diorama <hello@diorama.test>' });
  });
  afterAll(async () => {
    mailer.close();
    await server.close();
  });

  test('arrives with its subject and both bodies, in any characters', async () => {
    const mail = { subject: 'Grüße, señora 🎈', text: 'einfach: ñ', html: '<p>schön: ñ</p>' };
    await mailer.send({ ...mail, to: 'ada@example.org' });
    await expect.poll(server.newest).toMatchObject({
      subject: mail.subject,
      text: expect.stringContaining(mail.text),
      html: expect.stringContaining(mail.html),
    });
  });
});

async function openMailbox(): Promise<MailServer> {
  const folder = mkdtempSync(join(tmpdir(), 'diorama-mail-'));
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'stack/src/mailbox/main.ts'), folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const { smtp, page } = Listening.parse(message).listening;
  return {
    smtpUrl: `smtp://127.0.0.1:${smtp}`,
    newest: async () => (await readJson(`http://127.0.0.1:${page}/email`)).at(-1) ?? null,
    close: async () => {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function openMailpit(): Promise<MailServer> {
  const image = await startImage('mail');
  const page = `http://${image.at('page')}/api/v1`;
  return {
    smtpUrl: `smtp://${image.at('smtp')}`,
    newest: async () => {
      const [newest] = (await readJson(`${page}/messages?limit=1`)).messages;
      if (newest === undefined) {
        return null;
      }
      const { Subject, Text, HTML } = await readJson(`${page}/message/${newest.ID}`);
      return { subject: Subject, text: Text, html: HTML };
    },
    close: image.stop,
  };
}
