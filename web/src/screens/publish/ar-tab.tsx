import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition, Sharing } from '@diorama/shared/contract/compositions.ts';
import { estimateArCost, weighedFiles } from '@diorama/shared/domain/ar-estimate.ts';
import { type ArCost, type ArReadiness, evaluateArReadiness } from '@diorama/shared/domain/ar-readiness.ts';
import { formatBytes, formatNumber } from '@diorama/shared/i18n/format.ts';
import { MAX_GENERATED_NODES } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { useMemo } from 'react';
import useSWR from 'swr';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { Alert } from '../../components/feedback/alert.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { ProgressBar } from '../../components/feedback/progress-bar.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import fieldClasses from '../../components/field/field.module.css';
import primitives from '../../components/primitives.module.css';
import { Select } from '../../components/select/select.tsx';
import { useConfig } from '../../hooks/use-config.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTranslations } from '../../hooks/use-translations.ts';
import { arDocumentOf } from './ar-document.ts';
import { PhoneHint } from './phone-hint.tsx';
import classes from './publish.module.css';
import { isActive, publishViewOf } from './publish-state.ts';
import { readFacts } from './read-facts.ts';
import type { Share } from './share-modal.tsx';
import { useSharingChange } from './use-sharing-change.ts';

/** AR cost of a scene, `undefined` while loading; with the error and a retry. */
type KnownCost = { known: { cost: ArCost; isAbout: boolean } | undefined; error: unknown; retry: () => void };

const PLACEMENTS = ['floor', 'wall'] as const satisfies readonly Sharing['arPlacement'][];
const KINDS = { ready: 'success', heavy: 'warning', tooHeavy: 'warning' } as const;

/** Readiness of the scene for AR, missing features, and its placement. */
export function ArTab({ share }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const { scene, changeSharing } = share;
  const { isBusy, change } = useSharingChange(changeSharing);
  const document = useGet('getDocument', { params: { id: scene.uuid } });
  // The gateway answers with every key of the document.
  const stored = document.data?.document as SceneDocument | undefined;
  const shown = useMemo(() => stored && arDocumentOf(stored), [stored]);
  const { known, error, retry } = useArCost(share, shown?.document);
  if (document.error) {
    return <ErrorState error={document.error} onRetry={() => document.mutate()} />;
  }
  if (known === undefined && error !== undefined) {
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (shown === undefined || known === undefined) {
    return <Skeleton height="12rem" />;
  }
  const readiness = evaluateArReadiness(shown.document, known.cost, shown.lost);
  return (
    <>
      <Meter readiness={readiness} {...known} />
      <Losses readiness={readiness} />
      <PublishForAr share={share} />
      {scene.permission === 'admin' && (
        <>
          <div className={classes.field}>
            <span className={fieldClasses.label}>{t('ar.placement')}</span>
            <Select
              label={t('ar.placement')}
              value={scene.sharing.arPlacement}
              isDisabled={isBusy}
              options={PLACEMENTS.map((value) => ({ value, label: t(`ar.placement.${value}`) }))}
              onChange={(arPlacement) => change({ arPlacement })}
            />
          </div>
          <div>
            <Switch
              label={t('ar.fixedScale')}
              checked={scene.sharing.arFixedScale}
              disabled={isBusy}
              onChange={(event) => change({ arFixedScale: event.target.checked })}
            />
            <p className={classes.hint}>{t('ar.fixedScale.text')}</p>
          </div>
        </>
      )}
      <ArHint scene={scene} />
    </>
  );
}

/**
 * Button to publish changes: phones open the last published version, so changes to the scene or to its placement need
 * publishing.
 */
function PublishForAr({ share: { scene, output, publishChanges } }: { share: Share }) {
  const { t } = useTranslations('sharing');
  const showError = useErrorToast();
  const { isBusy, submit } = useSubmit(publishChanges, showError);
  if (publishViewOf(scene, output) !== 'live' || scene.inSyncWithScene) {
    return null;
  }
  return (
    <Alert kind="warning">
      <p>{t('ar.stale')}</p>
      <NetworkButton size="small" isLoading={isBusy || isActive(output)} onClick={submit}>
        {t('publish.submit.changes')}
      </NetworkButton>
    </Alert>
  );
}

type MeterProps = {
  readiness: ArReadiness;
  cost: ArCost;
  /** Whether the cost is an estimate. */
  isAbout: boolean;
};

function Meter({ readiness: { score, verdict, burdens }, cost, isAbout }: MeterProps) {
  const { t, language } = useTranslations('sharing');
  const sayValue = (burden: keyof ArCost) => {
    const value =
      burden === 'bytes' ? formatBytes(language, cost.bytes) : formatNumber(language, cost[burden]);
    return isAbout ? t('ar.about.value', { value }) : value;
  };
  return (
    <section className={primitives.stack3}>
      <h3 className={classes.heading}>{t('ar.meter')}</h3>
      <p className="flex flex-wrap items-center justify-between gap-2">
        <strong>{t(`ar.${verdict}`)}</strong>
        <span>{t(isAbout ? 'ar.about.score' : 'ar.score', { score })}</span>
      </p>
      <ProgressBar share={score / 100} label={t('ar.meter')} kind={KINDS[verdict]} />
      {isAbout && <p className={classes.hint}>{t('ar.about')}</p>}
      {burdens.length > 0 && (
        <Alert kind="warning">
          {burdens.map(({ burden }) => (
            <p key={burden}>
              {burden === 'empty'
                ? t('ar.burden.empty')
                : t(`ar.burden.${burden}`, { value: sayValue(burden) })}
            </p>
          ))}
        </Alert>
      )}
    </section>
  );
}

function Losses({ readiness: { losses } }: { readiness: ArReadiness }) {
  const { t, language } = useTranslations('sharing');
  return (
    <section>
      <h3 className={classes.heading}>{t('ar.losses')}</h3>
      {losses.length === 0 ? (
        <p className={classes.hint}>{t('ar.losses.none')}</p>
      ) : (
        <ul className={classes.losses}>
          {losses.map((loss) => (
            <li key={loss}>{t(`ar.loss.${loss}`, { most: formatNumber(language, MAX_GENERATED_NODES) })}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Explains how to view the scene in AR, and what prevents it. */
function ArHint({ scene }: { scene: Composition }) {
  const { t } = useTranslations('sharing');
  const config = useConfig();
  return (
    config && (
      <div>
        <h3 className={classes.heading}>{t('publish.ar.title')}</h3>
        {!config.isLoopback && <p className={classes.hint}>{t('publish.ar.text')}</p>}
        <PhoneHint scene={scene} />
      </div>
    )
  );
}

/**
 * AR cost of a scene: measured from its output, else estimated from its files.
 * @param document - `undefined` while loading
 */
function useArCost(
  { scene, output }: Pick<Share, 'scene' | 'output'>,
  document: SceneDocument | undefined,
): KnownCost {
  const { client } = useApi();
  const made = outputCostOf(scene, output);
  const isWanted = made === null && document !== undefined;
  const files = useMemo(() => (isWanted ? weighedFiles(document) : []), [isWanted, document]);
  const answer = useSWR(isWanted ? ['file-facts', ...files] : null, () =>
    readFacts(files, (id) => client.call('getAsset', { params: { id } })),
  );
  const { data: facts, error } = answer;
  const about = useMemo(
    () => (document && facts ? estimateArCost(document, (iri) => facts.get(iri)) : null),
    [document, facts],
  );
  const estimated = about ? { cost: about, isAbout: true } : undefined;
  return {
    known: made ? { cost: made, isAbout: false } : estimated,
    error,
    retry: () => {
      // A failed try is stored as the hook's error.
      answer.mutate().catch(() => undefined);
    },
  };
}

/** Measured AR cost of the current output; null if the scene has changed since, or has no output. */
export function outputCostOf(
  scene: Pick<Composition, 'inSyncWithScene'>,
  output: Pick<SceneOutput, 'status' | 'stats' | 'bytes'> | null,
): ArCost | null {
  if (!scene.inSyncWithScene || output?.status !== 'completed') {
    return null;
  }
  const { stats, bytes } = output;
  return stats && bytes.usdz !== null
    ? { triangles: stats.triangles, drawCalls: stats.drawCalls, textures: stats.textures, bytes: bytes.usdz }
    : null;
}
