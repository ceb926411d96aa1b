/** Names of node kinds and of their fields in English. */
export const sceneEn = {
  'node.group': 'Group',
  'node.box': 'Box',
  'node.sphere': 'Sphere',
  'node.cylinder': 'Cylinder',
  'node.cone': 'Cone',
  'node.torus': 'Torus',
  'node.plane': 'Plane',
  'node.pointLight': 'Point light',
  'node.spotLight': 'Spotlight',
  'node.directionalLight': 'Directional light',
  'node.ambientLight': 'Ambient light',
  'node.model': 'Model',
  'field.size': 'Size',
  'field.radius': 'Radius',
  'field.height': 'Height',
  'field.tube': 'Tube',
  'field.color': 'Color',
  'field.intensity': 'Intensity',
  'field.distance': 'Distance',
  'field.angle': 'Angle',
  'field.penumbra': 'Soft edge',
  'field.castShadow': 'Casts shadows',
  'field.asset': 'Model',
  'field.materials': 'Materials',
  'field.animation': 'Animation',
} as const;

/** A key of these strings. */
export type SceneMessageKey = keyof typeof sceneEn;
