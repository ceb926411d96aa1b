import type { NodeInspector } from '../define.ts';

export const annotationInspector: NodeInspector<
  'text' | 'image' | 'link' | 'color' | 'camera' | 'flight' | 'seconds'
> = {
  label: 'node.annotation',
  icon: 'message-square-text',
  create: null,
  fields: [
    { key: 'text', label: 'field.text', kind: 'richText', maxLength: 4000 },
    { key: 'link', label: 'field.link', kind: 'link', maxLength: 2000 },
    { key: 'image', label: 'field.image', kind: 'picture', shelf: null, upload: 0, isSmall: true },
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'camera', label: 'field.view', kind: 'view' },
    { key: 'flight', label: 'field.flight', kind: 'number', unit: 'seconds', min: 0, max: 60, step: 0.5 },
    { key: 'seconds', label: 'field.stay', kind: 'number', unit: 'seconds', min: 0, max: 600, step: 1 },
  ],
  actions: ['moveAnnotation', 'confirmAnnotation'],
};
