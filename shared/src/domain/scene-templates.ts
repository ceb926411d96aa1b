/** Templates of new scenes. */
export const SCENE_TEMPLATES = ['living-room', 'product', 'gallery'] as const;
export type SceneTemplate = (typeof SCENE_TEMPLATES)[number];

/** Contents of new scenes: a template, or `lit` for a scene with a sun only. */
export const SCENE_STARTS = [...SCENE_TEMPLATES, 'lit'] as const;
export type SceneStart = (typeof SCENE_STARTS)[number];
