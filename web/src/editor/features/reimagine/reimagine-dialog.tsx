import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Modal } from '../../../components/modal/modal.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { usePlacePicture } from '../library/use-place-picture.ts';
import classes from './reimagine.module.css';
import { ReimagineForm } from './reimagine-form.tsx';
import { type Reimagining, useReimagine } from './use-reimagine.ts';

/**
 * Generates variants of the current view from a text. They can be compared, saved, used as a backdrop or
 * discussed in a comment.
 */
export function ReimagineDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslations('reimagine');
  const reimagining = useReimagine();
  const { made, keep } = reimagining;
  const use = useResult(keep, onClose);
  const talk = useTalk(onClose);
  return (
    <Modal title={t('reimagine.title')} text={t('reimagine.text')} size="large" onClose={onClose}>
      <ReimagineForm reimagining={reimagining} />
      {made?.status === 'completed' && made.source !== null && (
        <Candidates
          key={made.uuid}
          prompt={made.prompt}
          source={made.source}
          urls={made.candidates.map(({ url }) => url)}
          isBusy={use.isBusy}
          onKeep={(candidate) => use.run(candidate, 'asset')}
          onBackdrop={(candidate) => use.run(candidate, 'backdrop')}
          onStand={(candidate) => use.run(candidate, 'plane')}
          onTalk={talk}
        />
      )}
    </Modal>
  );
}

/** Use of a picture: saved as an asset, as the backdrop, or as a plane in the scene. */
type Outcome = 'asset' | 'backdrop' | 'plane';

const DONE = { asset: 'reimagine.kept', backdrop: 'reimagine.behind', plane: 'reimagine.stands' } as const;

/** Saves a picture and applies the chosen outcome. */
function useResult(
  keep: Reimagining['keep'],
  onDone: () => void,
): { isBusy: boolean; run: (candidate: number, as: Outcome) => void } {
  const editor = useEditor();
  const { assets } = useEditorSession();
  const { t } = useTranslations('reimagine');
  const toast = useToast();
  const showError = useErrorToast();
  const stand = usePlacePicture();
  const [isBusy, setIsBusy] = useState(false);
  const run = (candidate: number, as: Outcome) => {
    setIsBusy(true);
    keep(candidate)
      .then((asset) => {
        assets.set(asset);
        // Without edit permission the picture is only saved.
        const done = editor.isReadOnly.value ? 'asset' : as;
        if (done === 'backdrop') {
          const background = { kind: 'image', image: asset['@id'] } as const;
          editor.edit(() => updateScene(editor.ydoc, { environment: { background } }));
          onDone();
        }
        if (done === 'plane') {
          stand({ asset: asset['@id'], name: asset.name }, editor.camera.middle);
          onDone();
        }
        toast({ kind: 'success', text: t(DONE[done]) });
      })
      .catch(showError)
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}

/** Starts a comment on the scene with a picture. */
function useTalk(onBegun: () => void): (url: string) => void {
  const editor = useEditor();
  return (url) => {
    const picture = fetch(url).then((response) => (response.ok ? response.blob() : null));
    editor.tools.use('comment');
    // The comment is sent without a picture if that fails to load.
    editor.commenting.begin({ anchor: null, picture: picture.catch(() => null) });
    onBegun();
  };
}

/** Generated pictures, one at a time, compared with the source by a slider. */
function Candidates({
  prompt,
  source,
  urls,
  isBusy,
  onKeep,
  onBackdrop,
  onStand,
  onTalk,
}: {
  /** Text of the request. */
  prompt: string;
  source: string;
  urls: readonly string[];
  isBusy: boolean;
  onKeep: (candidate: number) => void;
  onBackdrop: (candidate: number) => void;
  onStand: (candidate: number) => void;
  onTalk: (url: string) => void;
}) {
  const { t } = useTranslations('reimagine');
  const [chosen, setChosen] = useState(0);
  const [share, setShare] = useState(50);
  const url = urls[chosen] ?? urls[0];
  return (
    <section className="flex flex-col gap-3 mt-4" aria-label={t('reimagine.results')}>
      <p className={classes.wish}>{prompt}</p>
      <div className="relative overflow-hidden rounded-card bg-(--surface-3)">
        <img className={classes.picture} src={source} alt={t('reimagine.before')} />
        <img
          className="absolute inset-0 object-contain size-full"
          src={url}
          alt={t('reimagine.candidate', { number: chosen + 1 })}
          style={{ clipPath: `inset(0 0 0 ${share}%)` }}
        />
        <span aria-hidden="true" className={classes.part} style={{ left: `${share}%` }} />
        <input
          type="range"
          className={classes.slide}
          min={0}
          max={100}
          value={share}
          aria-label={t('reimagine.compare')}
          onChange={(event) => setShare(event.currentTarget.valueAsNumber)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {urls.map((one, i) => (
          <button
            key={one}
            type="button"
            className={classes.thumb}
            aria-label={t('reimagine.candidate', { number: i + 1 })}
            aria-pressed={i === chosen}
            onClick={() => setChosen(i)}
          >
            <img className="object-cover size-full" src={one} alt="" />
          </button>
        ))}
        <Button disabled={isBusy} onClick={() => onKeep(chosen)}>
          {t('reimagine.keep')}
        </Button>
        <Button disabled={isBusy} onClick={() => onBackdrop(chosen)}>
          {t('reimagine.backdrop')}
        </Button>
        <Button disabled={isBusy} onClick={() => onStand(chosen)}>
          {t('reimagine.stand')}
        </Button>
        {url !== undefined && <Button onClick={() => onTalk(url)}>{t('reimagine.talk')}</Button>}
      </div>
    </section>
  );
}
