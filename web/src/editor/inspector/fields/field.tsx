import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import type { ComponentType } from 'react';
import { lazyComponent } from '../../../components/lazy-component.ts';
import { ColorControl } from './color-control.tsx';
import type { FieldProps } from './field-props.ts';
import { AnimationControl, AssetControl, VariantControl } from './file-controls.tsx';
import { IconControl } from './icon-control.tsx';
import { NodeControl, NodesControl } from './nodes-control.tsx';
import { PictureControl } from './picture-control.tsx';
import { SlotsControl } from './slots-control.tsx';
import { StopControl, TagsControl } from './tags-control.tsx';
import {
  BooleanControl,
  DateControl,
  LinkControl,
  NumberControl,
  SelectControl,
  TextControl,
  VectorControl,
  ViewControl,
} from './value-controls.tsx';

/** Multiline text field with bold, italic, lists and links. */
const RichTextControl = lazyComponent(async () => (await import('./rich-text-field.tsx')).RichTextField, {
  isAhead: true,
});

/** Control of each field type. A new type needs an entry here and in `FieldSpec`. */
const fieldControls: { readonly [K in FieldSpec['kind']]: ComponentType<FieldProps<K>> } = {
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

/** Value with the control of its type. */
export function Field(props: FieldProps) {
  // The table pairs each type with its control; a union of types cannot express that pairing.
  const Control = fieldControls[props.spec.kind] as ComponentType<FieldProps>;
  return <Control {...props} />;
}
