import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  type VideoCodec,
  WebMOutputFormat,
} from 'mediabunny';
import { Vector3 } from 'three';
import type { View } from '../../scene/framing.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';

const UP = new Vector3(0, 1, 0);

/** Video formats with the codecs that browsers and applications can play in them. */
const FORMATS = {
  webm: { make: () => new WebMOutputFormat(), codecs: ['vp9', 'vp8', 'av1'], type: 'video/webm' },
  mp4: { make: () => new Mp4OutputFormat(), codecs: ['avc', 'hevc'], type: 'video/mp4' },
} as const satisfies Record<
  string,
  { make: () => WebMOutputFormat | Mp4OutputFormat; codecs: VideoCodec[]; type: string }
>;
export type VideoFormat = keyof typeof FORMATS;

export const VIDEO_SIZE = { width: 1920, height: 1080 } as const;
const FRAMES_A_SECOND = 30;
const TURN_SECONDS = 8;

/** Lists the video formats that this browser can encode. */
export async function listVideoFormats(): Promise<VideoFormat[]> {
  if (typeof VideoEncoder === 'undefined') {
    return [];
  }
  const codecs = await Promise.all(
    Object.values(FORMATS).map((format) => getFirstEncodableVideoCodec([...format.codecs], VIDEO_SIZE)),
  );
  return (Object.keys(FORMATS) as VideoFormat[]).filter((_, i) => codecs[i] !== null);
}

/**
 * Encodes a turntable video around the view's target, frame by frame and slower than real time, so that it is smooth on
 * any device. Animations advance with the camera.
 * @throws Error when `signal` aborts, or where the browser cannot encode it.
 */
export async function recordTurntable(
  canvas: SceneCanvas,
  options: { format: VideoFormat; onProgress: (share: number) => void; signal: AbortSignal },
): Promise<Blob> {
  const { format, onProgress, signal } = options;
  const { make, codecs, type } = FORMATS[format];
  const codec = await getFirstEncodableVideoCodec([...codecs], VIDEO_SIZE);
  if (codec === null) {
    throw new Error(`This browser makes no ${format}`);
  }
  const copy = new OffscreenCanvas(VIDEO_SIZE.width, VIDEO_SIZE.height);
  const context = copy.getContext('2d', { alpha: false });
  const source = new CanvasSource(copy, { codec, bitrate: QUALITY_HIGH });
  const target = new BufferTarget();
  const output = new Output({ format: make(), target });
  output.addVideoTrack(source, { frameRate: FRAMES_A_SECOND });
  const from = canvas.rig.view;
  const count = TURN_SECONDS * FRAMES_A_SECOND;
  try {
    await output.start();
    await canvas.lend(VIDEO_SIZE, async (draw) => {
      for (let frame = 0; frame < count; frame += 1) {
        signal.throwIfAborted();
        canvas.view.advance(1 / FRAMES_A_SECOND);
        context?.drawImage(draw(turnAround(from, frame / count)), 0, 0);
        await source.add(frame / FRAMES_A_SECOND, 1 / FRAMES_A_SECOND);
        onProgress((frame + 1) / count);
        await restOfPage();
      }
    });
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return new Blob(target.buffer ? [target.buffer] : [], { type });
}

/** Yields to the page, for its progress and the cancel button. */
function restOfPage(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}

/** View after a share (0 to 1) of a whole turn around its target; the height stays the same. */
export function turnAround({ position, target }: View, share: number): View {
  const arm = position
    .clone()
    .sub(target)
    .applyAxisAngle(UP, share * 2 * Math.PI);
  return { position: arm.add(target), target: target.clone() };
}
