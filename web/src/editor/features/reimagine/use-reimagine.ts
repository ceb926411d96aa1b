import type { Reimagine, ReimagineStyle } from '@diorama/shared/contract/reimagines.ts';
import { useState } from 'react';
import { useGet } from '../../../api/hooks.ts';
import { useApi } from '../../../api/provider.tsx';
import { useConfig } from '../../../hooks/use-config.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';

/** Request for generated pictures. */
type ReimagineRequest = { prompt: string; style: ReimagineStyle | null; strength: number; count: number };

/** Longer side of the sent view in pixels, as providers return no larger picture. */
const PICTURE_PX = 1536;
/** Polling interval in milliseconds; generation takes several seconds. */
const POLL_MS = 1_500;

/** Pictures that are made of the view, and how to request and keep them. */
export type Reimagining = ReturnType<typeof useReimagine>;

/**
 * Requests variants of the view and follows their progress. The last request is restored when the dialog is
 * reopened, finished or not.
 */
export function useReimagine() {
  const { client } = useApi();
  const { sceneId } = useEditorSession();
  const pictureFiles = usePictureFiles();
  // Earlier results are optional: its errors are not shown.
  const list = useGet('listReimagines', { params: { id: sceneId } });
  /** Request of this dialog; null after its cancellation. */
  const [begun, setBegun] = useState<Reimagine | null>();
  const [asking, setAsking] = useState<AbortController | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const last = list.data?.member.find(({ status }) => status !== 'failed' && status !== 'cancelled');
  const { made, isRunning, error } = useProgress(begun === undefined ? last : begun);

  const ask = async ({ style, ...request }: ReimagineRequest) => {
    const turn = new AbortController();
    setAsking(turn);
    setFailure(null);
    try {
      const files = await pictureFiles();
      const body = { ...request, ...(style && { style }) };
      const next = await client.call('createReimagine', { params: { id: sceneId }, body }, { files });
      if (turn.signal.aborted) {
        // The request was cancelled while the view was being uploaded.
        await client.call('cancelReimagine', { params: { id: next.uuid } });
      } else {
        setBegun(next);
        list.reload();
      }
    } catch (problem) {
      if (!turn.signal.aborted) {
        setFailure(problem);
      }
    } finally {
      setAsking((now) => (now === turn ? null : now));
    }
  };
  const cancel = () => {
    asking?.abort();
    setAsking(null);
    if (made && isRunning) {
      setBegun(null);
      client.call('cancelReimagine', { params: { id: made.uuid } }).catch(setFailure);
    }
  };
  const keep = (candidate: number) =>
    client.call('keepReimagine', { params: { id: made?.uuid ?? '' }, body: { candidate } });
  return {
    made,
    left: made?.left ?? list.data?.left ?? null,
    error: failure ?? error,
    isBusy: asking !== null || isRunning,
    ask,
    cancel,
    keep,
  };
}

/** Follows a request until it has ended. */
function useProgress(begun: Reimagine | null | undefined) {
  const polled = useGet('getReimagine', begun && isActive(begun) ? { params: { id: begun.uuid } } : null, {
    refreshInterval: pollInterval,
    dedupingInterval: 0,
  });
  const made = polled.data ?? begun ?? null;
  return { made, isRunning: made !== null && isActive(made), error: polled.error };
}

function pollInterval(latest: Reimagine | undefined): number {
  return latest && !isActive(latest) ? 0 : POLL_MS;
}

function isActive({ status }: Reimagine): boolean {
  return status === 'queued' || status === 'running';
}

/** Takes a picture of the view, and one of its depth if the provider uses that. */
function usePictureFiles(): () => Promise<{ image: File; depth?: File }> {
  const editor = useEditor();
  const takesDepth = useConfig()?.reimagineDepth === true;
  return async () => {
    const picture = await editor.queries?.picture({ longest: PICTURE_PX, type: 'image/png' });
    const depth = takesDepth && (await editor.queries?.depth({ longest: PICTURE_PX }));
    if (!picture) {
      throw new Error('The viewport gave no picture');
    }
    return {
      image: new File([picture], 'view.png', { type: picture.type }),
      ...(depth && { depth: new File([depth], 'depth.png', { type: depth.type }) }),
    };
  };
}
