import { lazyComponent } from '../../../components/lazy-component.ts';
import type { FieldProps } from './field-props.ts';

/** Multiline text field with bold, italic, lists and links. */
export const RichTextControl = lazyComponent<FieldProps<'richText'>>(
  async () => (await import('./rich-text-field.tsx')).RichTextField,
  { isAhead: true },
);
