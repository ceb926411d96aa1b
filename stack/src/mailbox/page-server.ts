import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import type { MailFolder, StoredMail } from './mail-folder.ts';
import { PAGE_POLICY, renderPage } from './page.ts';

/**
 * Policy of a mail's HTML: no script, no content of other hosts, and a separate origin. Links open in a new
 * window.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-popups allow-popups-to-escape-sandbox',
].join('; ');

/**
 * Creates the server of the mailbox's page and of its JSON.
 * - `GET /email`: all mails in the order in which they arrived; `GET /email/<id>`: one mail.
 * - `GET /email/<id>/html`, `/source`, `/attachments/<position>`: its parts.
 * - `GET /healthz`: 200.
 */
export function createPageServer(folder: MailFolder): Server {
  return createServer((request, response) => {
    answer(folder, request, response).catch((err: unknown) => {
      console.error(err);
      response.writeHead(500).end();
    });
  });
}

async function answer(folder: MailFolder, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Referrer-Policy', 'no-referrer');
  response.setHeader('Cache-Control', 'no-store');
  // Another site could point its name at this machine and read links to reset passwords.
  const url = URL.parse(request.url ?? '/', `http://${request.headers.host}`);
  if (url === null || !isLoopback(url.hostname)) {
    response.writeHead(403).end();
    return;
  }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end();
    return;
  }
  const [, first, id, part, position] = url.pathname.split('/');
  if (first === '') {
    sendPage(folder, request, response, url.searchParams);
    return;
  }
  if (first === 'healthz') {
    sendJson(response, true);
    return;
  }
  if (first === 'email' && id === undefined) {
    sendJson(response, folder.list().map(toJson));
    return;
  }
  const mail = first === 'email' ? folder.find(id ?? '') : undefined;
  await sendMail({ folder, mail, response, part, position });
}

async function sendMail(input: {
  folder: MailFolder;
  mail: StoredMail | undefined;
  response: ServerResponse;
  part: string | undefined;
  position: string | undefined;
}): Promise<void> {
  const { folder, mail, response, part, position } = input;
  if (mail !== undefined && part === undefined) {
    sendJson(response, toJson(mail));
    return;
  }
  if (mail !== undefined && part === 'html') {
    response.setHeader('Content-Security-Policy', MAIL_POLICY);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(withNewWindows(mail.html));
    return;
  }
  if (mail !== undefined && part === 'source') {
    sendDownload(response, `${mail.id}.eml`, await folder.readSource(mail.id));
    return;
  }
  const attachment = part === 'attachments' ? mail?.attachments[Number(position)] : undefined;
  const content = mail && attachment ? await folder.readAttachment(mail.id, Number(position)) : undefined;
  if (attachment === undefined || content === undefined) {
    response.writeHead(404).end();
    return;
  }
  sendDownload(response, attachment.fileName, content);
}

function sendPage(
  folder: MailFolder,
  request: IncomingMessage,
  response: ServerResponse,
  search: URLSearchParams,
): void {
  const preferred = (request.headers['accept-language'] ?? '').split(',').map((language) => language.trim());
  const html = renderPage({
    language: chooseLanguage(preferred),
    mails: folder.list().toReversed(),
    chosen: search.get('mail'),
    isTextWanted: search.get('view') === 'text',
  });
  response.setHeader('Content-Security-Policy', PAGE_POLICY);
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(value));
}

/** Never shown by the browser, as a mail may hold any file. */
function sendDownload(response: ServerResponse, name: string, content: Uint8Array): void {
  response
    .writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`,
    })
    .end(content);
}

function toJson({ id, receivedAt, bytes, attachments, ...mail }: StoredMail) {
  return {
    id,
    time: receivedAt,
    size: bytes,
    ...mail,
    attachments: attachments.map(({ fileName, bytes: length }) => ({ fileName, length })),
  };
}

/** Makes each link of a mail open in a new window, as its frame may not be left. */
function withNewWindows(html: string): string {
  return html.replace(/^\s*(<!doctype[^>]*>)?/i, (start) => `${start}<base target="_blank">`);
}
