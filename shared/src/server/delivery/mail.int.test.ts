import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailer, type Mailer, UnsafeMailError } from './mail.ts';

let server: Server;
let mailer: Mailer;
const received: string[] = [];

/** Minimal SMTP server that accepts mail. */
beforeAll(async () => {
  server = createServer((socket) => {
    let isBody = false;
    let body = '';
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((part) => isBody || part !== '')) {
        if (isBody) {
          isBody = line !== '.';
          body += `${line}\n`;
          if (!isBody) {
            received.push(body);
            body = '';
            socket.write('250 taken\r\n');
          }
          continue;
        }
        isBody = line === 'DATA';
        socket.write(isBody ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
    socket.on('error', () => socket.destroy());
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
  mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'Diorama <hello@diorama.test>' });
});

afterAll(() => {
  mailer.close();
  server.close();
});

const mail = { to: 'ada@example.org', subject: 'Grüße', text: 'plain', html: '<p>rich</p>' };

test('a mail arrives with both bodies and its given message id', async () => {
  await mailer.send({ ...mail, messageId: '<same-every-time@diorama.test>' });
  const [source] = received;
  expect(source).toContain('To: ada@example.org');
  expect(source).toContain('Message-ID: <same-every-time@diorama.test>');
  expect(source).toContain('plain');
  expect(source).toContain('<p>rich</p>');
});

test.each([
  { to: 'ada@example.org, eve@example.org' },
  { to: 'ada@example.org\r\nBcc: eve@example.org' },
  { to: '"x" <ada@example.org>' },
  { to: 'nobody' },
  { subject: 'Hello\r\nBcc: eve@example.org' },
])('header injection by %j is rejected', async (change) => {
  const before = received.length;
  await expect(mailer.send({ ...mail, ...change })).rejects.toThrow(UnsafeMailError);
  expect(received).toHaveLength(before);
});

test('an unreachable mail server causes a retryable error', async () => {
  const away = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: 'a@b.test' });
  await expect(away.send(mail)).rejects.not.toThrow(UnsafeMailError);
  away.close();
});
