/** The kinds of asset, as the wire carries them. */
export const ASSET_TYPE = {
  texture: 0,
  material: 1,
  model: 2,
  image: 3,
  sceneGlb: 4,
  sceneUsdz: 5,
  carousel: 6,
  carouselHd: 7,
  customWatermark: 8,
  hdri: 9,
  font: 10,
  commentSnapshot: 11,
  sound: 12,
  component: 13,
} as const;
export type AssetType = (typeof ASSET_TYPE)[keyof typeof ASSET_TYPE];

/** The asset types that are pictures. */
export const PICTURE_TYPES: readonly AssetType[] = [
  ASSET_TYPE.texture,
  ASSET_TYPE.image,
  ASSET_TYPE.customWatermark,
  ASSET_TYPE.commentSnapshot,
];

/** Asset types that people upload; the others are made from scenes, or are no files. */
export const UPLOADED_TYPES = [
  ASSET_TYPE.texture,
  ASSET_TYPE.model,
  ASSET_TYPE.image,
  ASSET_TYPE.customWatermark,
  ASSET_TYPE.hdri,
  ASSET_TYPE.font,
  ASSET_TYPE.commentSnapshot,
  ASSET_TYPE.sound,
] as const satisfies AssetType[];
