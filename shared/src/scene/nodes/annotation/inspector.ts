import type { NodeInspector } from '../define.ts';
import { ANNOTATION_ICONS } from './icons.ts';
import { MAX_SWITCHED, MAX_TAG, MAX_TAGS } from './schema.ts';

export const annotationInspector: NodeInspector<
  'text' | 'image' | 'link' | 'color' | 'icon' | 'tags' | 'camera' | 'flight' | 'seconds' | 'hides' | 'shows'
> = {
  label: 'node.annotation',
  icon: 'message-square-text',
  create: null,
  fields: [
    { key: 'text', label: 'field.text', kind: 'richText', maxLength: 4000 },
    { key: 'link', label: 'field.link', kind: 'link', maxLength: 2000 },
    { key: 'image', label: 'field.image', kind: 'picture', shelf: null, upload: 0, isSmall: true },
    { key: 'color', label: 'field.color', kind: 'color' },
    { key: 'icon', label: 'field.icon', kind: 'icon', options: ANNOTATION_ICONS },
    { key: 'tags', label: 'field.tags', kind: 'tags', max: MAX_TAGS, maxLength: MAX_TAG },
    { key: 'camera', label: 'field.view', kind: 'view' },
    { key: 'flight', label: 'field.flight', kind: 'number', unit: 'seconds', min: 0, max: 60, step: 0.5 },
    { key: 'seconds', label: 'field.stay', kind: 'number', unit: 'seconds', min: 0, max: 600, step: 1 },
    { key: 'hides', label: 'field.hides', kind: 'nodes', max: MAX_SWITCHED, of: 'visible' },
    { key: 'shows', label: 'field.shows', kind: 'nodes', max: MAX_SWITCHED, of: 'hidden' },
  ],
  actions: ['moveAnnotation', 'confirmAnnotation'],
};
