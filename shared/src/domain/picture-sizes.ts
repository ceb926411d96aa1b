/** The picture of a scene that links and cards show, in pixels. */
export const SCENE_PICTURE = { width: 1_280, height: 720 } as const;
