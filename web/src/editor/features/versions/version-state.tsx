import type { Version } from '@diorama/shared/contract/versions.ts';
import { diffDocuments, type SceneDiff } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useApi } from '../../../api/provider.tsx';
import { NetworkButton } from '../../../components/button/network-button.tsx';
import { ErrorState } from '../../../components/feedback/error-state.tsx';
import { Spinner } from '../../../components/feedback/spinner.tsx';
import { Confirm } from '../../../components/modal/modal.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useDates } from '../../../hooks/use-dates.ts';
import { useErrorToast } from '../../../hooks/use-errors.ts';
import { useSubmit } from '../../../hooks/use-submit.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import type { OutlineGroup } from '../../../scene/outline.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Changes, type Pair } from './changes.tsx';
import { VersionPicture } from './version-picture.tsx';
import classes from './versions.module.css';

/** Outline colours of added, removed and changed nodes. */
const COLORS = { added: '#22c55e', removed: '#ef4444', changed: '#f59e0b' } as const;
const NONE: readonly OutlineGroup[] = [];
/** Selects the present state for a comparison; not a valid version uuid. */
const NOW = 'now';

type StateProps = {
  /** Null for the present state. */
  version: Version | null;
  versions: readonly Version[];
  onRestored: () => void;
};

/** One state of the scene, compared with another in the same view. */
export function VersionState({ version, versions, onRestored }: StateProps) {
  const { t } = useTranslations('versions');
  const dates = useDates();
  const [otherId, setOtherId] = useState<string>(NOW);
  const [isOther, setIsOther] = useState(false);
  // Another user may delete the other version in the meantime.
  const other = versions.find(({ uuid }) => uuid === otherId && uuid !== version?.uuid) ?? null;
  const { now, pair, diff, chosen, error, retry } = useCompared(version, other);
  const isLater = version !== null && other !== null && other.createdAt < version.createdAt;
  const isAfter = isOther !== isLater;
  const groups = useMemo(() => (diff ? linesOf(diff, isAfter) : NONE), [diff, isAfter]);
  const nameOf = (one: Version | null) =>
    one ? (one.name ?? dates.dateTime(one.createdAt)) : t('versions.now');
  const sides = [
    { isOther: false, label: other ? nameOf(version) : t('versions.show.then') },
    { isOther: true, label: other ? nameOf(other) : t('versions.show.now') },
  ];
  return (
    <>
      <div className={classes.state}>
        <VersionPicture
          label={
            version ? t('versions.picture', { when: dates.dateTime(version.createdAt) }) : t('versions.now')
          }
          document={pair ? (isAfter ? pair.after : pair.before) : now}
          groups={groups}
        />
        {version && !pair && <Veil error={error} onRetry={retry} />}
        {pair && (
          <Switch sides={isLater ? sides.toReversed() : sides} isOther={isOther} onChange={setIsOther} />
        )}
      </div>
      {version && chosen && (
        <aside className={classes.side}>
          <div className="grid px-3 pt-3 pb-0 gap-1">
            <span className={classes.when} aria-hidden="true">
              {t('versions.compare')}
            </span>
            <Select
              label={t('versions.compare')}
              size="small"
              value={other?.uuid ?? NOW}
              options={[
                { value: NOW, label: t('versions.now') },
                ...versions
                  .filter(({ uuid }) => uuid !== version.uuid)
                  .map((one) => ({ value: one.uuid, label: nameOf(one) })),
              ]}
              onChange={setOtherId}
            />
          </div>
          {pair && diff && <Changes diff={diff} pair={pair} chosen={chosen} />}
          <Restore version={version} onRestored={onRestored} />
        </aside>
      )}
    </>
  );
}

/** Documents of a version and of its counterpart: another version, or the present. */
function useCompared(version: Version | null, other: Version | null) {
  const { editor } = useEditorSession();
  // Deferred, as edits of other users may arrive at any rate.
  const now = useDeferredValue(useSignalValue(editor.scene.document));
  const first = useVersionDocument(version);
  const second = useVersionDocument(other);
  const chosen = version && first.document;
  const against = other ? second.document : now;
  const isLater = version !== null && other !== null && other.createdAt < version.createdAt;
  const isNow = other === null;
  const pair = useMemo<Pair | null>(
    () =>
      chosen && against
        ? { before: isLater ? against : chosen, after: isLater ? chosen : against, isNow }
        : null,
    [chosen, against, isLater, isNow],
  );
  const diff = useMemo(() => (pair ? diffDocuments(pair.before, pair.after) : null), [pair]);
  const failed = first.error === undefined ? second : first;
  return { now, pair, diff, chosen, error: failed.error, retry: failed.retry };
}

/** Covers the view until the chosen version is loaded. */
function Veil({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslations('versions');
  if (error === undefined) {
    return (
      <div
        className="absolute grid bg-(--page) inset-0 place-items-center"
        role="status"
        aria-label={t('versions.loading')}
      >
        <Spinner size={20} />
      </div>
    );
  }
  return (
    <div className="absolute grid bg-(--page) inset-0 place-items-center">
      <ErrorState error={error} title={t('versions.document.error')} onRetry={onRetry} />
    </div>
  );
}

type SwitchProps = {
  /** Earlier state first. */
  sides: readonly { isOther: boolean; label: string }[];
  isOther: boolean;
  onChange: (isOther: boolean) => void;
};

function Switch({ sides, isOther, onChange }: SwitchProps) {
  const { t } = useTranslations('versions');
  return (
    // biome-ignore lint/a11y/useSemanticElements: two buttons of a toolbar are no fieldset
    <div className={classes.switch} role="group" aria-label={t('versions.show')}>
      {sides.map((side) => (
        <button
          key={String(side.isOther)}
          type="button"
          className={classes.choice}
          aria-pressed={side.isOther === isOther}
          onClick={() => onChange(side.isOther)}
        >
          {side.label}
        </button>
      ))}
    </div>
  );
}

/** Outlined nodes: removed ones in the earlier state, added ones in the later, changed ones in both. */
function linesOf({ added, removed, changed }: SceneDiff, isAfter: boolean): OutlineGroup[] {
  return [
    { ids: changed.map(({ id }) => id), color: COLORS.changed },
    isAfter ? { ids: added, color: COLORS.added } : { ids: removed, color: COLORS.removed },
  ];
}

/** Restores a version as the newest state, with edit permission. */
function Restore({ version, onRestored }: { version: Version; onRestored: () => void }) {
  const { editor } = useEditorSession();
  const { t } = useTranslations('versions');
  const dates = useDates();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [isAsking, setIsAsking] = useState(false);
  const { isBusy, submit } = useSubmit(async () => {
    const name = version.name ?? dates.dateTime(version.createdAt);
    await editor.history.adopt({ did: 'restored', count: 1, name }, async () => {
      const { edit } = await client.call('restoreVersion', { params: { id: version.uuid } });
      return edit;
    });
    toast({ kind: 'success', text: t('versions.restored') });
    onRestored();
  }, showError);
  if (isReadOnly) {
    return null;
  }
  return (
    <div className="grid p-3 border-t border-(--hairline)">
      <NetworkButton variant="primary" isLoading={isBusy} onClick={() => setIsAsking(true)}>
        {t('versions.restore')}
      </NetworkButton>
      {isAsking && (
        <Confirm
          title={t('versions.restore.title')}
          text={t('versions.restore.text')}
          confirmLabel={t('versions.restore')}
          onConfirm={submit}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

/** Loads the document of a version; an unchanged version is loaded once. */
function useVersionDocument(version: Version | null): {
  document?: SceneDocument;
  error?: unknown;
  retry: () => void;
} {
  const { client } = useApi();
  const [state, setState] = useState<{ id: string; document?: SceneDocument; error?: unknown } | null>(null);
  const [attempt, setAttempt] = useState(0);
  const id = version?.uuid;
  useEffect(() => {
    if (id === undefined) {
      return;
    }
    let isCurrent = attempt >= 0;
    setState(null);
    client.call('getVersionDocument', { params: { id } }).then(
      ({ document }) => {
        if (isCurrent) {
          setState({ id, document: readStored(document) });
        }
      },
      (error: unknown) => {
        if (isCurrent) {
          setState({ id, error });
        }
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, id, attempt]);
  const { document, error } = state?.id === id ? (state ?? {}) : {};
  return { ...(document && { document }), error, retry: () => setAttempt((before) => before + 1) };
}
