import { createTransport } from 'nodemailer';
import type { Env } from '../runtime/env.ts';
import { portOf } from '../runtime/port-of.ts';

export type Mail = {
  /** One bare address. */
  to: string;
  /** One bare reply address, by default ours. */
  replyTo?: string;
  subject: string;
  text: string;
  html: string;
  attachments?: { filename: string; content: Buffer; contentType: string }[];
  /** The same in every attempt of one mail, so that a mailbox can drop the duplicate. */
  messageId?: string;
};

export interface Mailer {
  /**
   * Sends a mail to the SMTP server.
   * @throws UnsafeMailError for an address or a subject that could inject headers or recipients; other errors
   * are temporary.
   */
  send(mail: Mail): Promise<{ messageId: string }>;
  /** @throws Error when the server cannot be reached, or refuses the sign-in */
  verify(): Promise<void>;
  close(): void;
}

/** The mail can never be sent in this form. */
export class UnsafeMailError extends Error {
  override name = 'UnsafeMailError';
}

const ADDRESS = /^[^\s<>",;:()[\]\\]+@[^\s<>",;:()[\]\\@]+$/;
const MAX_ADDRESS_LENGTH = 254;
const TIMEOUT_MS = 15_000;

function isPlainAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS_LENGTH && ADDRESS.test(text);
}

/** Sends mail through the configured server. */
export function createMailer(env: Pick<Env, 'smtpUrl' | 'mailFrom'>): Mailer {
  const url = new URL(env.smtpUrl);
  const { username, password } = url;
  const transport = createTransport({
    host: url.hostname,
    port: portOf(url),
    secure: url.protocol === 'smtps:',
    auth:
      username === ''
        ? undefined
        : { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    pool: true,
    maxConnections: 2,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Mails contain only text, so the server must not read any file or URL for them.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    send: async (mail) => {
      if (![mail.to, mail.replyTo ?? mail.to].every(isPlainAddress)) {
        throw new UnsafeMailError('The address of a mail is not one plain address');
      }
      if (/[\r\n]/.test(mail.subject)) {
        throw new UnsafeMailError('The subject of a mail holds a line break');
      }
      const sent = await transport.sendMail({ ...mail, from: env.mailFrom });
      return { messageId: sent.messageId };
    },
    verify: async () => {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
