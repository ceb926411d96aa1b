import { Box, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useList } from '../../api/hooks.ts';
import type { CallInput } from '../../api/send.ts';
import { Button } from '../../components/button/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useT } from '../../hooks/use-language.tsx';
import { useStoredPreference } from '../../hooks/use-stored-preference.ts';
import { useTitle } from '../../hooks/use-title.ts';
import classes from './dashboard.module.css';
import { DashboardHeader } from './dashboard-header.tsx';
import { FileDrop } from './file-drop.tsx';
import { FilterBar } from './filter-bar.tsx';
import { NewSceneButton } from './new-scene-button.tsx';
import { useListPort } from './organise/organise-context.tsx';
import { isNarrowed, queryOf } from './scene-filter.ts';
import type { SceneItem } from './scene-item.ts';
import { type GridStyle, SceneList } from './scene-list.tsx';
import { SceneListSkeleton } from './scene-list-skeleton.tsx';
import { TagColorsProvider } from './tag-colors.tsx';
import { useSceneFilter } from './use-scene-filter.ts';

const SEARCH_WAIT_MS = 150;
const GRID_STYLES = ['row', 'column'] as const satisfies readonly GridStyle[];

export type DashboardProps = {
  title: string;
  /** Menu beside the title. */
  titleMenu?: ReactNode;
  /** A sentence below the name. */
  note?: ReactNode;
  /** Base filter of the list; the user's filters are added. */
  filter: NonNullable<CallInput<'listCompositions'>['query']>;
  /** Project of a new scene; `false` where none can be created. */
  newScene: { project: string | null } | false;
  /** Whether these are scenes of the workspace, with its tags. */
  hasLabels: boolean;
  empty: { title: string; text: string; picture?: ReactNode };
};

/** A list of scenes with search, filters, layout switch and a button for a new one. */
export function Dashboard({ title, titleMenu, note, filter, newScene, hasLabels, empty }: DashboardProps) {
  const t = useT();
  useTitle(title);
  const { wish, change, clear } = useSceneFilter();
  const [look, setLook] = useStoredPreference<GridStyle>('grid-style', GRID_STYLES);
  const search = useDebounced(wish.text.trim(), SEARCH_WAIT_MS);
  const list = useList('listCompositions', { query: { ...filter, ...queryOf(wish, search) } });
  useListPort(list);
  const scenes = list.members?.filter((scene) => belongs(scene, filter));
  const newSceneButton = newScene && <NewSceneButton project={newScene.project} />;
  const isEmpty = scenes?.length === 0 && !list.hasMore;
  const isPlain = isEmpty && !isNarrowed(wish);
  const page = (
    <TagColorsProvider>
      <DashboardHeader text={wish.text} onSearch={(text) => change({ text })} look={look} onLook={setLook} />
      <div className={classes.content}>
        <div className={classes.createBar}>
          <div className={classes.heading}>
            <h1 className={classes.title} title={title}>
              {title}
            </h1>
            {titleMenu}
          </div>
          {scenes && scenes.length > 0 && (
            <span className={classes.count}>{t('dashboard.count', { count: list.totalItems })}</span>
          )}
          <div className={classes.spacer} />
          {newSceneButton}
        </div>
        {note && <p className={classes.note}>{note}</p>}
        {!isPlain && (
          <FilterBar filter={wish} hasLabels={hasLabels} onChange={change} onTagsChanged={list.reload} />
        )}
        {scenes === undefined && list.error === undefined && <SceneListSkeleton look={look} />}
        {scenes === undefined && list.error !== undefined && (
          <ErrorState error={list.error} title={t('dashboard.error.title')} onRetry={list.reload} />
        )}
        {isPlain && (
          <EmptyState
            picture={empty.picture ?? <Box size={48} strokeWidth={1} aria-hidden="true" />}
            title={empty.title}
            text={empty.text}
            action={newScene && <NewSceneButton project={newScene.project} />}
          />
        )}
        {isEmpty && !isPlain && <NothingFound text={search} onClear={clear} />}
        {scenes && !isEmpty && <SceneList list={list} scenes={scenes} look={look} />}
      </div>
    </TagColorsProvider>
  );
  return newScene ? <FileDrop project={newScene.project}>{page}</FileDrop> : page;
}

function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  const t = useT();
  return (
    <EmptyState
      picture={<Search size={40} strokeWidth={1.25} aria-hidden="true" />}
      title={
        text === '' ? t('dashboard.empty.filter.title') : t('dashboard.empty.search.title', { query: text })
      }
      text={text === '' ? t('dashboard.empty.filter.text') : t('dashboard.empty.search.text')}
      action={<Button onClick={onClear}>{t('common.clear')}</Button>}
    />
  );
}

/** Whether a scene still belongs to the list: a moved or deleted one may be in a cached answer. */
function belongs(scene: SceneItem, filter: DashboardProps['filter']): boolean {
  const project = filter['project.uuid'];
  return !scene.deletedAt && (project === undefined || scene.project === `/api/projects/${project}`);
}
