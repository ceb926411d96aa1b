import type { LaunchedStack } from '@diorama/stack/test/launch-stack.ts';
import { expect } from './fixtures.ts';

type Mail = { subject: string; text: string; html: string; to: { address: string }[] };

/** Newest mail to an address with a matching subject, once it has arrived in the product's mailbox. */
export async function mailTo(stack: LaunchedStack, address: string, subject: RegExp): Promise<Mail> {
  const url = stack.run().addresses.mailbox;
  const find = async () => {
    const mails = (await (await fetch(`${url}/email`)).json()) as Mail[];
    return mails.findLast(
      (mail) => mail.to.some((to) => to.address === address) && subject.test(mail.subject),
    );
  };
  await expect.poll(async () => (await find())?.subject, `a mail to ${address}`).toBeDefined();
  const mail = await find();
  if (mail === undefined) {
    throw new Error(`The mail to ${address} is gone`);
  }
  return mail;
}

/** First link of a mail that leads to the given page of the product. */
export function linkIn({ text }: Mail, page: string): string {
  const link = new RegExp(`https?://\\S+${page}\\S*`).exec(text)?.[0];
  if (link === undefined) {
    throw new Error(`The mail has no link to ${page}:\n${text}`);
  }
  return link;
}
