import { splitMessage } from '@diorama/shared/i18n/t.ts';
import { Fragment, type ReactNode } from 'react';

/** A message whose placeholders are filled with elements, such as links. */
export function RichText({
  message,
  parts,
}: {
  message: string;
  parts: Readonly<Record<string, ReactNode>>;
}) {
  return splitMessage(message).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one message keep their places
    <Fragment key={index}>{index % 2 === 0 ? part : parts[part]}</Fragment>
  ));
}
