import { z } from 'zod';

const LENGTH = 280;

/** Stored object that is attached to a mail under a file name; its id has the form of a UUID. */
export const emailAttachment = z.object({ object: z.guid(), name: z.string().regex(/^[\w.-]{1,80}$/) });

const withAttachment = z.object({ attachment: emailAttachment.nullish() });

/** Returns the attachment that the properties of a mail name, if they name one. */
export function attachmentOf(props: unknown): z.output<typeof emailAttachment> | null {
  return withAttachment.safeParse(props).data?.attachment ?? null;
}

/** Beginning of a text on one line, cut between words. */
export function excerpt(text: string, length = LENGTH): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= length) {
    return line;
  }
  const cut = line.slice(0, length);
  const space = cut.lastIndexOf(' ');
  return `${(space > length / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
