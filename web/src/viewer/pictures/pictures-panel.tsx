import { useEffect, useRef, useState } from 'react';
import { GraphicsLostError } from '../../scene/no-webgl.ts';
import { IconAction } from '../icon-action.tsx';
import type { PageTranslate } from '../page-language.ts';
import type { ShownScene } from '../use-scene-canvas.ts';
import '../viewer-panel.css';
import './pictures.css';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { listVideoFormats, recordTurntable, type VideoFormat } from './record-turntable.ts';

/** Sizes of still pictures in pixels. */
const STILLS = { hd: { width: 1920, height: 1080 }, uhd: { width: 3840, height: 2160 } } as const;
type Still = keyof typeof STILLS;

type Work =
  | { state: 'idle' }
  | { state: 'busy'; percent: number | null; abort: AbortController }
  | { state: 'done'; name: string }
  | { state: 'failed' }
  /** The WebGL context was lost meanwhile. */
  | { state: 'lost' };

export type PicturesPanelProps = { name: string; shown: ShownScene; t: PageTranslate; onClose: () => void };

/** Exports pictures of the view, and a turntable video, as downloads. */
export function PicturesPanel({ name, shown: { canvas }, t, onClose }: PicturesPanelProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  /** Supported formats; null while loading. */
  const [formats, setFormats] = useState<readonly VideoFormat[] | null>(null);
  const [work, setWork] = useState<Work>({ state: 'idle' });

  useEffect(() => {
    dialog.current?.showModal();
    // A failed query means no support.
    listVideoFormats().then(setFormats, () => setFormats([]));
  }, []);
  // Closing the dialog cancels the export.
  const abort = work.state === 'busy' ? work.abort : null;
  useEffect(() => () => abort?.abort(), [abort]);

  const make = async (
    ending: string,
    percent: number | null,
    take: (abort: AbortController) => Promise<Blob>,
  ) => {
    const abort = new AbortController();
    setWork({ state: 'busy', percent, abort });
    try {
      // The page shows the progress before the render blocks it.
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const made = await take(abort);
      const file = `${fileNameOf(name)}.${ending}`;
      save(made, file);
      setWork({ state: 'done', name: file });
    } catch (error) {
      const state = error instanceof GraphicsLostError ? 'lost' : 'failed';
      setWork({ state: abort.signal.aborted ? 'idle' : state });
    }
  };
  const makeStill = (still: Still) => make('png', null, () => captureStill(canvas, STILLS[still]));
  const makeVideo = (format: VideoFormat) =>
    make(format, 0, (abort) =>
      recordTurntable(canvas, {
        format,
        signal: abort.signal,
        onProgress: (share) => setWork({ state: 'busy', percent: Math.floor(share * 100), abort }),
      }),
    );

  return (
    <dialog className="viewer-panel" ref={dialog} aria-labelledby="pictures-title" onClose={onClose}>
      <header>
        <h2 id="pictures-title">{t('pictures')}</h2>
        <IconAction icon="close" label={t('close')} onClick={() => dialog.current?.close()} />
      </header>
      {work.state === 'busy' ? (
        <Progress percent={work.percent} t={t} onCancel={() => work.abort.abort()} />
      ) : (
        <>
          <h3>{t('pictures.still')}</h3>
          <div className="pictures-choices">
            <Choice label={t('pictures.hd')} onClick={() => makeStill('hd')} />
            <Choice label={t('pictures.uhd')} onClick={() => makeStill('uhd')} />
          </div>
          <h3>{t('pictures.turntable')}</h3>
          {formats?.length === 0 && <p>{t('pictures.noVideo')}</p>}
          <div className="pictures-choices" aria-busy={formats === null}>
            {formats?.map((format) => (
              <Choice key={format} label={t(`pictures.${format}`)} onClick={() => makeVideo(format)} />
            ))}
          </div>
          <p role="status">
            {work.state === 'done' && t('pictures.done', { name: work.name })}
            {(work.state === 'failed' || work.state === 'lost') && t(`pictures.${work.state}`)}
          </p>
        </>
      )}
    </dialog>
  );
}

function Choice({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className="viewer-button" onClick={onClick}>
      {label}
    </button>
  );
}

type ProgressProps = { percent: number | null; t: PageTranslate; onCancel: () => void };

function Progress({ percent, t, onCancel }: ProgressProps) {
  return (
    <div className="pictures-progress">
      <p role="status">{percent === null ? t('pictures.busy') : t('pictures.percent', { percent })}</p>
      <progress max={100} value={percent ?? undefined} aria-label={t('pictures.busy')} />
      {percent !== null && (
        <button type="button" className="viewer-button" onClick={onCancel}>
          {t('pictures.cancel')}
        </button>
      )}
    </div>
  );
}

/** A file name that is valid on every system. */
function fileNameOf(name: string): string {
  const plain = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '');
  return plain.slice(0, 80) || 'scene';
}

function save(made: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(made);
  link.download = name;
  link.click();
  // The browser has started the download by the next task.
  setTimeout(() => URL.revokeObjectURL(link.href));
}

/**
 * Renders a picture of the current view in the given size, in pixels. @throws Error if the size exceeds the device's
 * limits.
 */
function captureStill(canvas: SceneCanvas, size: { width: number; height: number }): Promise<Blob> {
  return canvas.lend(
    size,
    (draw) =>
      new Promise((resolve, reject) => {
        // Read in the task that renders it: later the browser has cleared the canvas.
        draw().toBlob((picture) => {
          if (picture) {
            resolve(picture);
          } else {
            reject(new Error('The browser gave no picture'));
          }
        }, 'image/png');
      }),
  );
}
