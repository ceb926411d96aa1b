import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '@diorama/shared/emails/frame.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import { formatBytes, formatDateTime } from '@diorama/shared/i18n/format.ts';
import { loadTranslations } from '@diorama/shared/i18n/load-translations.ts';
import type { Language, Translate } from '@diorama/shared/i18n/t.ts';
import { MAIL_FOLDER_LIMITS, type Person, type StoredMail } from './mail-folder.ts';

type MailboxView = {
  language: Language;
  /** Newest first. */
  mails: readonly StoredMail[];
  /** Id of the opened mail; without one the newest mail is opened. */
  chosen: string | null;
  /** Shows the plain text in place of the HTML. */
  isTextWanted: boolean;
};

type T = Translate<Messages<'server/mailbox'>>;

const texts = await loadTranslations('server/mailbox');
const STYLE = readFileSync(join(import.meta.dirname, 'page.css'), 'utf8');
/** Shows new mails without a reload of the page. The opened mail keeps its place. */
const SCRIPT = `
setInterval(async () => {
  const answer = document.hidden ? null : await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  for (const name of ['nav', 'main']) {
    const [old, next] = [document.querySelector(name), fresh.querySelector(name)];
    if (old.outerHTML === next.outerHTML) continue;
    const focused = old.contains(document.activeElement) ? document.activeElement.getAttribute('href') : null;
    old.replaceWith(next);
    if (focused) next.querySelector('[href="' + CSS.escape(focused) + '"]')?.focus();
  }
}, 2000);
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  `script-src ${hashOf(SCRIPT)}`,
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Renders the page: the list of mails, and the opened one in a frame without scripts. */
export function renderPage(view: MailboxView): string {
  const { language, mails, chosen } = view;
  const t = texts[language];
  const opened = chosen === null ? mails[0] : mails.find(({ id }) => id === chosen);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(t('title'))}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body${chosen === null ? '' : ' class="chosen"'}>
<header><h1>${escapeHtml(t('title'))}</h1><p>${escapeHtml(t('lead'))}</p></header>
<nav aria-label="${escapeHtml(t('list'))}">${renderList(t, view, opened)}</nav>
<main>${opened ? renderMail(t, opened, view) : `<p class="empty">${escapeHtml(t(chosen === null ? 'empty' : 'gone'))}</p>`}</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function renderList(t: T, { language, mails }: MailboxView, opened: StoredMail | undefined): string {
  const items = mails.map((mail) => {
    const current = mail === opened ? ' aria-current="true"' : '';
    return `<li><a href="${addressOf(mail)}"${current}>
<strong>${escapeHtml(subjectOf(t, mail))}</strong>
<span>${escapeHtml(namesOf(mail.to))}</span>
<time>${escapeHtml(formatDateTime(language, mail.receivedAt))}</time>
</a></li>`;
  });
  const note = t('kept', { mails: MAIL_FOLDER_LIMITS.mails });
  return items.length === 0 ? '' : `<ul>${items.join('')}</ul><p>${escapeHtml(note)}</p>`;
}

function renderMail(t: T, mail: StoredMail, { language, isTextWanted }: MailboxView): string {
  const isText = isTextWanted || mail.html === '';
  const rows: [string, string][] = [
    [t('from'), namesOf(mail.from)],
    [t('to'), namesOf(mail.to)],
    [t('received'), formatDateTime(language, mail.receivedAt)],
  ];
  const facts = rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  const link = (label: string, search: string, isCurrent: boolean) =>
    `<a href="${addressOf(mail)}${search}"${isCurrent ? ' aria-current="true"' : ''}>${escapeHtml(label)}</a>`;
  const views = [
    ...(mail.html === '' ? [] : [link(t('html'), '', !isText)]),
    link(t('text'), '&amp;view=text', isText),
    `<a href="/email/${mail.id}/source">${escapeHtml(t('source'))}</a>`,
  ];
  const subject = subjectOf(t, mail);
  const body = isText
    ? `<pre>${escapeHtml(mail.text)}</pre>`
    : `<iframe sandbox="allow-popups allow-popups-to-escape-sandbox" src="/email/${mail.id}/html" title="${escapeHtml(subject)}"></iframe>`;
  return `<a class="back" href="/">${escapeHtml(t('back'))}</a>
<h2>${escapeHtml(subject)}</h2>
<dl>${facts.join('')}${renderAttachments(t, mail, language)}</dl>
<div class="views">${views.join('')}</div>
${body}`;
}

function renderAttachments(t: T, { id, attachments }: StoredMail, language: Language): string {
  if (attachments.length === 0) {
    return '';
  }
  const links = attachments.map(
    ({ fileName, bytes }, position) =>
      `<a href="/email/${id}/attachments/${position}">${escapeHtml(fileName)}</a> ${escapeHtml(formatBytes(language, bytes))}`,
  );
  return `<dt>${escapeHtml(t('attachments'))}</dt><dd>${links.join('<br>')}</dd>`;
}

const addressOf = ({ id }: StoredMail) => `/?mail=${encodeURIComponent(id)}`;

const subjectOf = (t: T, { subject }: StoredMail) => (subject === '' ? t('noSubject') : subject);

function namesOf(people: readonly Person[]): string {
  return people.map(({ name, address }) => (name === '' ? address : `${name} <${address}>`)).join(', ');
}
