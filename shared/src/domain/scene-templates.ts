/** Templates of new scenes. */
export const SCENE_TEMPLATES = ['still-life', 'pavilion', 'colour-study'] as const;
export type SceneTemplate = (typeof SCENE_TEMPLATES)[number];
