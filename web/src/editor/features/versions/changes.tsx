import type { SceneDiff, ScenePart } from '@diorama/shared/scene/diff.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { CopyPlus, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useToast } from '../../../components/toast/toast.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { copyFromVersion, restorePart } from './restore-from-version.ts';
import classes from './versions.module.css';

/** Largest number of listed changes; further ones are counted. */
const MAX = 200;

/**
 * Two states of the scene, earlier one first; `isNow` if the later one is the present, from which nothing is
 * copied.
 */
export type Pair = { before: SceneDocument; after: SceneDocument; isNow: boolean };

/** Differences between two states; nodes of an earlier one can be copied out of it. */
export function Changes({ diff, pair, chosen }: { diff: SceneDiff; pair: Pair; chosen: SceneDocument }) {
  const { t } = useTranslations('versions');
  const { added, removed, changed, scene } = diff;
  const { before, after, isNow } = pair;
  const parts = [
    { kind: 'added', nodes: added.map((id) => ({ id, note: '' })), of: after, version: isNow ? null : after },
    { kind: 'removed', nodes: removed.map((id) => ({ id, note: '' })), of: before, version: before },
    {
      kind: 'changed',
      nodes: changed.map(({ id, what }) => ({
        id,
        note: what.map((one) => t(`versions.what.${one}`)).join(', '),
      })),
      of: chosen,
      version: chosen,
    },
  ] as const;
  const isSame = scene.length === 0 && parts.every(({ nodes }) => nodes.length === 0);
  const heading = t(isNow ? 'versions.changes' : 'versions.changes.between');
  return (
    <section className="overflow-auto flex-1 p-3 max-md:max-h-[22vh]" aria-label={heading}>
      <h3 className="m-0 text-13 font-medium">{heading}</h3>
      {isSame && (
        <p className={classes.note}>{t(isNow ? 'versions.changes.none' : 'versions.changes.equal')}</p>
      )}
      {scene.length > 0 && (
        <ul className="p-0 m-0 list-none">
          {scene.map((part) => (
            <ChangedPart key={part} part={part} version={chosen} />
          ))}
        </ul>
      )}
      {parts
        .filter(({ nodes }) => nodes.length > 0)
        .map(({ kind, nodes, of, version }) => (
          <div key={kind}>
            <h4 className={classes.kind} data-kind={kind}>
              {t(`versions.${kind}`, { count: nodes.length })}
            </h4>
            <ul className="p-0 m-0 list-none">
              {nodes.slice(0, MAX).map(({ id, note }) => (
                <ChangedNode
                  key={id}
                  id={id}
                  note={note}
                  name={of.nodes[id]?.name || t('versions.unnamed')}
                  version={version}
                />
              ))}
            </ul>
            {nodes.length > MAX && <p className={classes.note}>{t('versions.most', { count: MAX })}</p>}
          </div>
        ))}
    </section>
  );
}

/** Changed scene setting, which can be restored alone. */
function ChangedPart({ part, version }: { part: ScenePart; version: SceneDocument }) {
  const editor = useEditor();
  const { t } = useTranslations('versions');
  const toast = useToast();
  const name = t(`versions.part.${part}`);
  return (
    <Row name={name} note="">
      <IconButton
        size="small"
        label={t('versions.take', { name })}
        icon={<Undo2 size={16} aria-hidden="true" />}
        onClick={() => {
          restorePart(editor, version, part);
          toast({ kind: 'success', text: t('versions.taken', { name }) });
        }}
      />
    </Row>
  );
}

function ChangedNode(props: { id: string; name: string; note: string; version: SceneDocument | null }) {
  const { id, name, note, version } = props;
  const editor = useEditor();
  const { t } = useTranslations('versions');
  const toast = useToast();
  return (
    <Row name={name} note={note}>
      {version && (
        <IconButton
          size="small"
          label={t('versions.copy', { name })}
          icon={<CopyPlus size={16} aria-hidden="true" />}
          onClick={() => {
            if (copyFromVersion(editor, version, id)) {
              toast({ kind: 'success', text: t('versions.copied', { name }) });
            }
          }}
        />
      )}
    </Row>
  );
}

/** Item of the list; its actions are hidden in read-only scenes. */
function Row({ name, note, children }: { name: string; note: string; children: ReactNode }) {
  const isReadOnly = useSignalValue(useEditor().isReadOnly);
  return (
    <li className={classes.node}>
      <span className={classes.nodeName}>{name}</span>
      {note !== '' && <span className={classes.when}>{note}</span>}
      {!isReadOnly && children}
    </li>
  );
}
