/** Size of a scene's picture in links and cards, in pixels. */
export const SCENE_PICTURE = { width: 1_280, height: 720 } as const;

/** Aspect to which cards crop that picture: its middle part of this aspect shows the scene whole. */
export const CARD_ASPECT = 4 / 3;
