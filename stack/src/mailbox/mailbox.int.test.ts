import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMailer, type Mail } from '@diorama/shared/server/delivery/mail.ts';
import { chromium } from '@playwright/test';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testChromium } from '../test/test-chromium.ts';
import { type MailFolderLimits, openMailFolder } from './mail-folder.ts';
import { createMailServer } from './mail-server.ts';
import { createPageServer } from './page-server.ts';

let path = '';
const endings: (() => unknown)[] = [];
beforeEach(async () => {
  path = await mkdtemp(join(tmpdir(), 'diorama-mailbox-'));
});
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) {
    await end();
  }
  await rm(path, { recursive: true, force: true });
});

/** A mailbox on the folder of this test. */
async function openMailbox(limits?: MailFolderLimits) {
  const folder = await openMailFolder(path, limits);
  const smtp = createMailServer(folder);
  const page = createPageServer(folder);
  const [smtpPort, pagePort] = [await listen(smtp.listen(0, '127.0.0.1')), await listen(page.listen(0))];
  const mailer = createMailer({
    smtpUrl: `smtp://127.0.0.1:${smtpPort}`,
    mailFrom: 'Diorama <hi@diorama.test>',
  });
  endings.push(() => {
    mailer.close();
    smtp.close();
    page.closeAllConnections();
    page.close();
  });
  const url = `http://127.0.0.1:${pagePort}`;
  return {
    url,
    port: pagePort,
    send: (mail: Partial<Mail>) =>
      mailer.send({ to: 'ada@example.org', subject: 'Hello', text: 'text', html: '<p>html</p>', ...mail }),
    mails: async () => (await fetch(`${url}/email`)).json(),
    read: async (address: string, headers = {}) => {
      const response = await fetch(url + address, { headers });
      return { status: response.status, headers: response.headers, text: await response.text() };
    },
  };
}

async function listen(server: Server): Promise<number> {
  if (!server.listening) {
    await once(server, 'listening');
  }
  return (server.address() as AddressInfo).port;
}

const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject);

it('the mailbox shows a mail with its bodies and attachments, as JSON and as a page', async () => {
  const mailbox = await openMailbox();
  const file = { filename: 'Rechnung ñ.pdf', content: Buffer.from('%PDF'), contentType: 'application/pdf' };
  await mailbox.send({ subject: 'Grüße <b>', attachments: [file] });
  const [mail] = await mailbox.mails();
  expect(mail).toMatchObject({
    subject: 'Grüße <b>',
    from: [{ name: 'Diorama', address: 'hi@diorama.test' }],
    to: [{ name: '', address: 'ada@example.org' }],
    text: expect.stringContaining('text'),
    html: expect.stringContaining('<p>html</p>'),
    attachments: [{ fileName: file.filename, length: 4 }],
  });
  expect(JSON.parse((await mailbox.read(`/email/${mail.id}`)).text)).toEqual(mail);
  const attachment = await mailbox.read(`/email/${mail.id}/attachments/0`);
  expect(attachment.text).toBe('%PDF');
  expect(attachment.headers.get('content-type')).toBe('application/octet-stream');
  expect((await mailbox.read(`/email/${mail.id}/source`)).text).toContain('Content-Type: multipart/mixed');
  const page = await mailbox.read(`/?mail=${mail.id}`);
  expect(page.text).toContain('<h2>Grüße &#60;b&#62;</h2>');
  expect(page.text).toContain('Diorama &#60;hi@diorama.test&#62;');
  expect(page.text).toContain('<html lang="en">');
  const spanish = await mailbox.read('/', { 'Accept-Language': 'es-MX, en' });
  expect(spanish.text).toContain('Buzón de la instalación');
  for (const absent of ['/email/none', '/email/none/html', `/email/${mail.id}/attachments/1`, '/none']) {
    expect((await mailbox.read(absent)).status, absent).toBe(404);
  }
});

describe('the limits of the mailbox', () => {
  it('keep the newest mails up to a number, also after a restart', async () => {
    const mailbox = await openMailbox({ mails: 3, bytes: 1_000_000 });
    for (const subject of ['1', '2', '3', '4', '5']) {
      await mailbox.send({ subject });
    }
    expect(subjects(await mailbox.mails())).toEqual(['3', '4', '5']);
    expect(await readdir(path)).toHaveLength(3);
    const fewer = await openMailbox({ mails: 2, bytes: 1_000_000 });
    expect(subjects(await fewer.mails())).toEqual(['4', '5']);
    expect(await readdir(path)).toHaveLength(2);
  });

  it('keep the newest mails up to a size', async () => {
    const mailbox = await openMailbox({ mails: 100, bytes: 250_000 });
    for (const subject of ['1', '2', '3']) {
      await mailbox.send({ subject, text: `${'x'.repeat(70)}\n`.repeat(1_400) });
    }
    expect(subjects(await mailbox.mails())).toEqual(['2', '3']);
  });

  it('reject a mail that is too large, and accept the next one', async () => {
    const mailbox = await openMailbox();
    const content = Buffer.alloc(8_000_000);
    const file = { filename: 'large', content, contentType: 'application/octet-stream' };
    await expect(mailbox.send({ attachments: [file] })).rejects.toMatchObject({ responseCode: 552 });
    await mailbox.send({ subject: 'next' });
    expect(subjects(await mailbox.mails())).toEqual(['next']);
  });
});

it('the mailbox rejects requests with another host name', async () => {
  const mailbox = await openMailbox();
  const request = get({ port: mailbox.port, path: '/email', headers: { Host: 'rebound.example' } });
  const [response] = await once(request, 'response');
  expect(response.resume().statusCode).toBe(403);
});

it('the mailbox runs no scripts of a mail, loads no resources, and opens links in a new window', async () => {
  let requests = 0;
  const foreign = createServer((_request, response) => {
    requests += 1;
    response.end('<title>Opened</title>');
  });
  endings.push(() => foreign.close());
  const address = `http://localhost:${await listen(foreign.listen(0))}`;
  const mailbox = await openMailbox();
  await mailbox.send({
    html: `<!doctype html><html><head><style>h1 { color: red }</style><script>parent.document.title = 'changed'; fetch('${address}')</script>
<link rel="stylesheet" href="${address}"><meta http-equiv="refresh" content="0;url=${address}"></head>
<body onload="parent.document.title = 'changed'"><h1>Hello</h1><img src="${address}" onerror="document.title = 'changed'">
<iframe src="${address}"></iframe><form action="${address}"><button>Send</button></form><a href="${address}">Open</a></body></html>`,
  });
  const browser = await chromium.launch(await testChromium());
  endings.push(() => browser.close());
  const page = await browser.newPage();
  await page.goto(mailbox.url);
  const frame = page.frameLocator('iframe');
  await expect
    .poll(() => frame.locator('h1').evaluate((node) => getComputedStyle(node).color))
    .toBe('rgb(255, 0, 0)');
  await frame.getByRole('button', { name: 'Send' }).click();
  // The second mail arrives on the page without a reload, by which time all of the first one has been loaded.
  await mailbox.send({ subject: 'Second' });
  await page.getByRole('link', { name: /^Second/ }).waitFor();
  expect(requests).toBe(0);
  await page.goto(`${mailbox.url}/?mail=${(await mailbox.mails())[0].id}`);
  const opened = page.waitForEvent('popup');
  await frame.getByRole('link', { name: 'Open' }).click();
  await expect.poll(async () => (await opened).title()).toBe('Opened');
  expect(await page.title()).toBe('Installation mailbox');
});
