/** Size of a scene's picture in links and cards, in pixels. */
export const SCENE_PICTURE = { width: 1_280, height: 720 } as const;
