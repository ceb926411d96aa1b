import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { AnimationControl } from './animation-control.tsx';
import { AssetControl } from './asset-control.tsx';
import { BooleanControl } from './boolean-control.tsx';
import { ColorControl } from './color-control.tsx';
import { DateControl } from './date-control.tsx';
import type { FieldProps } from './field-props.ts';
import { IconControl } from './icon-control.tsx';
import { LinkControl } from './link-control.tsx';
import { NodeControl } from './node-control.tsx';
import { NodesControl } from './nodes-control.tsx';
import { NumberControl } from './number-control.tsx';
import { PictureControl } from './picture-control.tsx';
import { SelectControl } from './select-control.tsx';
import { SlotsControl } from './slots-control.tsx';
import { StopControl } from './stop-control.tsx';
import { TagsControl } from './tags-control.tsx';
import { TextControl } from './text-control.tsx';
import { VariantControl } from './variant-control.tsx';
import { VectorControl } from './vector-control.tsx';
import { ViewControl } from './view-control.tsx';

/** Multiline text field with bold, italic, lists and links. */
const RichTextControl = lazyComponent<FieldProps<'richText'>>(
  async () => (await import('./rich-text-field.tsx')).RichTextField,
  { isAhead: true },
);

/** Control of each field type. A new type needs an entry here and in `FieldSpec`. */
export const fieldControls: { readonly [K in FieldSpec['kind']]: ComponentType<FieldProps<K>> } = {
  number: NumberControl,
  vector: VectorControl,
  color: ColorControl,
  boolean: BooleanControl,
  select: SelectControl,
  date: DateControl,
  text: TextControl,
  richText: RichTextControl,
  link: LinkControl,
  picture: PictureControl,
  icon: IconControl,
  tags: TagsControl,
  nodes: NodesControl,
  node: NodeControl,
  stop: StopControl,
  view: ViewControl,
  asset: AssetControl,
  slots: SlotsControl,
  animation: AnimationControl,
  variant: VariantControl,
};
