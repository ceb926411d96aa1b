import { SCENE_TEMPLATES, type SceneTemplate } from '@diorama/shared/domain/scene-templates.ts';
import { Box, ChevronDown, LayoutGrid, List, Plus, Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useList } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import type { CallInput } from '../../api/send.ts';
import { track } from '../../api/track.ts';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { NetworkButton } from '../../components/button/network-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { Pending } from '../../components/feedback/pending.tsx';
import { SearchField } from '../../components/field/search-field.tsx';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePath } from '../../hooks/use-path.ts';
import { useStoredPreference } from '../../hooks/use-stored-preference.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTitle } from '../../hooks/use-title.ts';
import { TemplatePicture } from '../onboarding/template-picture.tsx';
import classes from './dashboard.module.css';
import { FileDrop } from './file-drop.tsx';
import { FilterBar } from './filter-bar.tsx';
import { useListPort } from './organise/organise-context.tsx';
import { isNarrowed, queryOf, readFilter, type SceneFilter, writeFilter } from './scene-filter.ts';
import type { SceneItem } from './scene-item.ts';
import { type GridStyle, SceneList } from './scene-list.tsx';
import { SceneListSkeleton } from './scene-list-skeleton.tsx';
import { TagColorsProvider } from './tag-colors.tsx';

const SEARCH_WAIT_MS = 150;
const GRID_STYLES = ['row', 'column'] as const satisfies readonly GridStyle[];

type DashboardProps = {
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
  const { criteria, change, clear } = useSceneFilter();
  const [look, setLook] = useStoredPreference<GridStyle>('grid-style', GRID_STYLES);
  const search = useDebounced(criteria.text.trim(), SEARCH_WAIT_MS);
  const list = useList('listCompositions', { query: { ...filter, ...queryOf(criteria, search) } });
  useListPort(list);
  const scenes = list.members?.filter((scene) => belongs(scene, filter));
  const newSceneButton = newScene && <NewSceneButton project={newScene.project} />;
  const isEmpty = scenes?.length === 0 && !list.hasMore;
  const isPlain = isEmpty && !isNarrowed(criteria);
  const page = (
    <TagColorsProvider>
      <DashboardHeader
        text={criteria.text}
        onSearch={(text) => change({ text })}
        look={look}
        onLook={setLook}
      />
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
          <FilterBar filter={criteria} hasLabels={hasLabels} onChange={change} onTagsChanged={list.reload} />
        )}
        {scenes === undefined && (
          <Pending
            of={list}
            title={t('dashboard.error.title')}
            placeholder={<SceneListSkeleton look={look} />}
          />
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

/** Filters of the user, stored in the address. Typing replaces the history entry; every other change adds one. */
function useSceneFilter(): {
  criteria: SceneFilter;
  change: (change: Partial<SceneFilter>) => void;
  clear: () => void;
} {
  const [search, setSearch] = useSearchParams();
  const criteria = readFilter(search);
  return {
    criteria,
    change: (change) =>
      setSearch((before) => writeFilter({ ...readFilter(before), ...change }), {
        replace: change.text !== undefined,
        preventScrollReset: true,
      }),
    clear: () => setSearch(writeFilter({ text: '', tags: [], category: null, sort: criteria.sort })),
  };
}

/** Search and layout switch of a list; sticky while the list scrolls. */
function DashboardHeader({
  text,
  onSearch,
  look,
  onLook,
}: {
  text: string;
  onSearch: (text: string) => void;
  look: GridStyle;
  onLook: (look: GridStyle) => void;
}) {
  const t = useT();
  return (
    <div className={classes.header}>
      <div className={classes.search} data-tour="search">
        <SearchField label={t('dashboard.search')} value={text} onChange={onSearch} />
      </div>
      <div className={classes.spacer} />
      <LookToggle look={look} onChange={onLook} />
    </div>
  );
}

function LookToggle({ look, onChange }: { look: GridStyle; onChange: (look: GridStyle) => void }) {
  const t = useT();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of two buttons is no part of a form
    <div className={classes.toggle} role="group" aria-label={t('dashboard.view')}>
      <IconButton
        label={t('dashboard.view.grid')}
        isPressed={look === 'row'}
        icon={<LayoutGrid size={16} aria-hidden="true" />}
        onClick={() => onChange('row')}
      />
      <IconButton
        label={t('dashboard.view.list')}
        isPressed={look === 'column'}
        icon={<List size={16} aria-hidden="true" />}
        onClick={() => onChange('column')}
      />
    </div>
  );
}

/** Creates a scene: an empty one at once, or one from a template of the menu. */
function NewSceneButton({ project }: { project: string | null }) {
  const t = useT();
  const { isBusy, createScene } = useNewScene(project);
  return (
    <span className={classes.split} data-tour="new-scene">
      <NetworkButton
        variant="primary"
        className={classes.splitMain}
        icon={<Plus size={16} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={() => createScene(null)}
      >
        {t('dashboard.newScene')}
      </NetworkButton>
      <Dropdown
        label={t('dashboard.newScene.from')}
        items={() => [
          {
            key: 'blank',
            label: t('template.blank'),
            picture: <MenuPicture template="empty" />,
            needsServer: true,
            onSelect: () => createScene(null),
          },
          { kind: 'separator', key: 'line' },
          ...SCENE_TEMPLATES.map(
            (template) =>
              ({
                key: template,
                label: t(`template.${template}`),
                picture: <MenuPicture template={template} />,
                needsServer: true,
                onSelect: () => createScene(template),
              }) as const,
          ),
        ]}
        trigger={(props) => (
          <IconButton
            {...props}
            variant="primary"
            className={classes.splitMore}
            disabled={isBusy}
            label={t('dashboard.newScene.from')}
            icon={<ChevronDown size={16} aria-hidden="true" />}
          />
        )}
      />
    </span>
  );
}

function MenuPicture({ template }: { template: SceneTemplate | 'empty' }) {
  return (
    <span className={classes.templatePicture}>
      <TemplatePicture template={template} />
    </span>
  );
}

/** Creates a scene, empty or from a template, and opens it. `project` is the uuid of its project, if any. */
function useNewScene(project: string | null): {
  isBusy: boolean;
  createScene: (template: SceneTemplate | null) => void;
} {
  const t = useT();
  const path = usePath();
  const navigate = useNavigate();
  const showError = useErrorToast();
  const { client } = useApi();
  const account = useWorkspace()?.uuid;
  const { isBusy, submit } = useSubmit(async (template: SceneTemplate | null) => {
    track('click_create_scene_button');
    const name = template === null ? t('scene.untitled') : t(`template.${template}`);
    const start = template ?? ('lit' as const);
    const body = { name, template: start, project, ...(project === null && { account }) };
    const scene = await client.call('createComposition', { body });
    navigate(path(`builder/${scene.uuid}`));
  }, showError);
  return { isBusy, createScene: submit };
}
