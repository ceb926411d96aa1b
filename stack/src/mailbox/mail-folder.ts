import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import PostalMime, { type Address } from 'postal-mime';

export type Person = { name: string; address: string };

/** A mail without the contents of its attachments. */
export type StoredMail = {
  id: string;
  receivedAt: Date;
  /** Size as it was received. */
  bytes: number;
  from: readonly Person[];
  to: readonly Person[];
  subject: string;
  text: string;
  html: string;
  attachments: readonly { fileName: string; bytes: number }[];
};

export type MailFolderLimits = { mails: number; bytes: number };

export const MAIL_FOLDER_LIMITS: MailFolderLimits = { mails: 500, bytes: 50_000_000 };

/** The newest received mails, in memory and as files of a folder. */
export interface MailFolder {
  /** The mails in the order in which they arrived. */
  list(): readonly StoredMail[];
  find(id: string): StoredMail | undefined;
  /**
   * Stores a mail, and removes the oldest ones beyond the limits.
   * @throws Error when the mail cannot be parsed.
   */
  add(source: Uint8Array): Promise<void>;
  /** Reads a mail as it was received. */
  readSource(id: string): Promise<Buffer>;
  /** Reads the contents of an attachment by its position. */
  readAttachment(id: string, position: number): Promise<Uint8Array | undefined>;
}

const ENDING = '.eml';

/** Opens a folder of mails, and removes those that are beyond the limits. */
export async function openMailFolder(
  folder: string,
  limits: MailFolderLimits = MAIL_FOLDER_LIMITS,
): Promise<MailFolder> {
  await mkdir(folder, { recursive: true });
  const pathOf = (id: string) => join(folder, id + ENDING);
  const mails: StoredMail[] = [];

  const removeOldest = async () => {
    let bytes = mails.reduce((sum, mail) => sum + mail.bytes, 0);
    while (mails.length > 1 && (mails.length > limits.mails || bytes > limits.bytes)) {
      const oldest = mails.shift();
      if (oldest) {
        bytes -= oldest.bytes;
        await rm(pathOf(oldest.id), { force: true });
      }
    }
  };

  for (const { id, receivedAt } of await listFiles(folder)) {
    try {
      mails.push(await parseMail(id, receivedAt, await readFile(pathOf(id))));
      await removeOldest();
    } catch (err) {
      console.error(`The mail ${id}${ENDING} cannot be read: ${err instanceof Error ? err.message : err}`);
    }
  }

  return {
    list: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
    add: async (source) => {
      const mail = await parseMail(uuidv7(), new Date(), source);
      await writeFile(`${pathOf(mail.id)}.new`, source, { mode: 0o600 });
      await rename(`${pathOf(mail.id)}.new`, pathOf(mail.id));
      mails.push(mail);
      await removeOldest();
    },
    readSource: (id) => readFile(pathOf(id)),
    readAttachment: async (id, position) => {
      const { attachments } = await PostalMime.parse(await readFile(pathOf(id)));
      const content = attachments[position]?.content;
      return typeof content === 'string' || content === undefined ? undefined : new Uint8Array(content);
    },
  };
}

/** Files of a folder in the order in which they arrived, as their ids increase. */
async function listFiles(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING));
  const files = await Promise.all(
    names.map(async (name) => ({
      id: name.slice(0, -ENDING.length),
      receivedAt: (await stat(join(folder, name))).mtime,
    })),
  );
  return files.sort((a, b) => (a.id < b.id ? -1 : 1));
}

async function parseMail(id: string, receivedAt: Date, source: Uint8Array): Promise<StoredMail> {
  const mail = await PostalMime.parse(source);
  return {
    id,
    receivedAt,
    bytes: source.byteLength,
    from: peopleOf(mail.from ? [mail.from] : []),
    to: peopleOf(mail.to ?? []),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    attachments: mail.attachments.map(({ filename, content }, position) => ({
      fileName: filename ?? `attachment-${position + 1}`,
      bytes: typeof content === 'string' ? content.length : content.byteLength,
    })),
  };
}

function peopleOf(addresses: readonly Address[]): Person[] {
  return addresses.flatMap((entry) => entry.group ?? [{ name: entry.name, address: entry.address }]);
}
