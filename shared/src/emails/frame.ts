import type { Language } from '../i18n/t.ts';
import type { MailContent, RenderedMail } from './define.ts';

const COLOURS = {
  page: '#f3f4f6',
  card: '#ffffff',
  text: '#16181d',
  soft: '#5b6170',
  primary: '#1D6AE7',
} as const;
const FONT = "Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

/** Renders a mail's content in the common frame, as text and as HTML for old mail clients. */
export function frameMail(language: Language, content: MailContent): RenderedMail {
  const subject = content.subject.replace(/\s+/g, ' ').trim();
  return {
    subject,
    text: toText(content),
    html: toHtml(language, { ...content, subject }),
    ...(content.replyTo !== undefined && { replyTo: content.replyTo }),
  };
}

function toText({ title, paragraphs, action, footnote }: MailContent): string {
  const parts = [
    title,
    ...paragraphs,
    ...(action ? [`${action.label}: ${action.url}`] : []),
    `-- \n${footnote}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

function toHtml(
  language: Language,
  { subject, preview, title, paragraphs, action, footnote }: MailContent,
): string {
  const body = paragraphs
    .map(
      (paragraph) =>
        `<p style="margin:0 0 16px;font:16px/1.5 ${FONT};color:${COLOURS.text}">${escapeHtml(paragraph)}</p>`,
    )
    .join('');
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:${COLOURS.primary};color:#ffffff;font:600 15px/1 ${FONT};text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;font:13px/1.5 ${FONT};color:${COLOURS.soft};word-break:break-all">${escapeHtml(action.url)}</p>`
    : '';
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:32px 16px;background:${COLOURS.page}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;table-layout:fixed;background:${COLOURS.card};border-radius:14px">
<tr><td style="padding:32px;word-break:break-word;overflow-wrap:anywhere">
<p style="margin:0 0 24px;font:700 16px/1 ${FONT};color:${COLOURS.primary}">Diorama</p>
<h1 style="margin:0 0 16px;font:600 22px/1.3 ${FONT};color:${COLOURS.text}">${escapeHtml(title)}</h1>
${body}${button}
<p style="margin:24px 0 0;font:13px/1.5 ${FONT};color:${COLOURS.soft}">${escapeHtml(footnote)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
