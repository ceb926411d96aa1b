import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import classes from './reimagine.module.css';

/** Generated pictures, one at a time, compared with the source by a slider. */
export function Candidates({
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
