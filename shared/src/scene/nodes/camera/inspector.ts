import type { NodeInspector } from '../define.ts';

export const cameraInspector: NodeInspector<'fov'> = {
  label: 'node.camera',
  icon: 'video',
  create: null,
  fields: [{ key: 'fov', label: 'field.fov', kind: 'number', unit: 'degrees', min: 5, max: 150, step: 1 }],
  actions: ['lookThrough', 'cameraFromView'],
};
