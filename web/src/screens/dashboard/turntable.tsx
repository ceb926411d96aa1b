import { useEffect, useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { useIsOnline } from '../../hooks/use-is-online.ts';
import classes from './scene-card.module.css';

/** Delay of the fetch, so that a pointer that crosses a card fetches nothing. */
const REST_MS = 200;
const FRAME_MS = 140;

/** Rotating preview of a published scene while mounted; empty if the output has no turntable, or on failure. */
export function Turntable({ sceneId }: { sceneId: string }) {
  const [hasRested, setHasRested] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasRested(true), REST_MS);
    return () => clearTimeout(timer);
  }, []);
  const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  const isOnline = useIsOnline();
  const { data } = useGet(
    'getOutput',
    hasRested && !isStill && isOnline ? { params: { id: sceneId } } : null,
    {
      revalidateOnFocus: false,
      revalidateIfStale: false,
      shouldRetryOnError: false,
    },
  );
  const frames = useLoadedFrames(data?.carousel ?? []);
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (frames.length === 0) {
      return;
    }
    const timer = setInterval(() => setIndex((before) => before + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, [frames]);
  const frame = frames[index % frames.length];
  return frame === undefined ? null : (
    <img className={classes.frame} src={frame} alt="" draggable={false} data-turntable />
  );
}

/** Frames once all of them have loaded, so that none flickers; empty until then. */
function useLoadedFrames(urls: readonly string[]): readonly string[] {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const key = urls.join(' ');
  useEffect(() => {
    let isWanted = true;
    const all = key === '' ? [] : key.split(' ');
    Promise.all(
      all.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
      }),
    ).then(
      () => isWanted && setLoaded(all),
      // A failed frame leaves the still picture.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [key]);
  return loaded;
}
