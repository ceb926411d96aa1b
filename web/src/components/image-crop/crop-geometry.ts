/** Offset and zoom of a picture under the cropping square, in the square's pixels; the picture is centred at 0, 0. */
export type Crop = { x: number; y: number; zoom: number };

export type Size = { width: number; height: number };

export const CROP_START: Crop = { x: 0, y: 0, zoom: 1 };
export const ZOOM = { min: 1, max: 4, step: 0.05 } as const;

/** Drawn size of a picture: at zoom 1 its shorter side fills the square. */
export function drawnSize(picture: Size, square: number, zoom: number): Size {
  const scale = (square / Math.min(picture.width, picture.height)) * zoom;
  return { width: picture.width * scale, height: picture.height * scale };
}

/** The nearest crop that leaves no part of the square empty. */
export function clampCrop(crop: Crop, picture: Size, square: number): Crop {
  const zoom = Math.min(Math.max(crop.zoom, ZOOM.min), ZOOM.max);
  const { width, height } = drawnSize(picture, square, zoom);
  const limit = (value: number, size: number) => {
    const most = Math.max(0, (size - square) / 2);
    return Math.min(Math.max(value, -most), most);
  };
  return { zoom, x: limit(crop.x, width), y: limit(crop.y, height) };
}

/** Cropped part of the picture, in the picture's pixels. */
export function cutOf(crop: Crop, picture: Size, square: number): { x: number; y: number; side: number } {
  const scale = drawnSize(picture, square, crop.zoom).width / picture.width;
  const side = square / scale;
  return {
    x: (picture.width - side) / 2 - crop.x / scale,
    y: (picture.height - side) / 2 - crop.y / scale,
    side,
  };
}
