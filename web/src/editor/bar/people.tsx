import { ownMember } from '@diorama/shared/scene/json.ts';
import { useState } from 'react';
import { Avatar } from '../../components/avatar/avatar.tsx';
import { Popover } from '../../components/popover/popover.tsx';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { usePeople } from '../hooks/use-people.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { ConnectedPerson } from '../kernels/connected-people.ts';
import type { FollowingManager } from '../managers/following.ts';
import type { PresenceManager } from '../managers/presence.ts';
import classes from './people.module.css';

/** Number of users shown as pictures; the rest is shown as a count. */
const MAX_SHOWN = { wide: 4, compact: 4, phone: 1 } as const;

/**
 * Other users in the scene; a click on one follows them. The current user is shown with the number of
 * followers.
 */
export function People() {
  const { presence, following } = useEditor();
  const people = usePeople();
  return people.length > 0 && <Faces people={people} presence={presence} following={following} />;
}

type FacesProps = {
  people: readonly ConnectedPerson[];
  presence: PresenceManager;
  following: FollowingManager;
};

function Faces({ people, presence, following }: FacesProps) {
  const { t } = useEditorTranslations();
  const room = useLayoutSize();
  const most = MAX_SHOWN[room];
  const names = people.map(({ person }) => person.name).join(', ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: people who can be followed are no fieldset
    <div role="group" aria-label={t('editor.people', { names })} className="flex shrink-0 items-center">
      <Own presence={presence} isCramped={room === 'phone'} />
      {people.slice(0, most).map((here) => (
        <Face key={here.person.uuid} here={here} following={following} />
      ))}
      {people.length > most && <Rest people={people.slice(most)} following={following} />}
    </div>
  );
}

/** The current user; hidden in narrow layouts unless the user has followers. */
function Own({ presence, isCramped }: { presence: PresenceManager; isCramped: boolean }) {
  const { t } = useEditorTranslations();
  const count = useSignalValue(presence.followers);
  const avatarColor = useSignalValue(presence.color);
  const text = count === 0 ? t('presence.you') : t('presence.followers', { count });
  if (isCramped && count === 0) {
    return null;
  }
  return (
    <span
      {...tooltip(text)}
      className="relative grid rounded-full place-items-center size-[34px]"
      role="img"
      aria-label={text}
    >
      <Ring here={{ person: { ...presence.person, avatarColor } }} />
      {count > 0 && <span className={classes.count}>{count}</span>}
    </span>
  );
}

type FaceProps = { here: ConnectedPerson; following: FollowingManager };

function Face({ here, following }: FaceProps) {
  const { t } = useEditorTranslations();
  const { name } = here.person;
  const text = useRecordedText(here) ?? name;
  const isFollowed = useSignalValue(following.followed)?.uuid === here.person.uuid;
  return (
    <button
      {...tooltip(text)}
      type="button"
      className={classes.face}
      aria-label={t('presence.follow', { name })}
      aria-description={text === name ? undefined : text}
      aria-pressed={isFollowed}
      onClick={() => toggle(following, here)}
    >
      <Ring here={here} />
    </button>
  );
}

function Rest({ people, following }: { people: readonly ConnectedPerson[]; following: FollowingManager }) {
  const { t } = useEditorTranslations();
  const [isOpen, setIsOpen] = useState(false);
  const label = t('presence.more', { count: people.length });
  const followed = useSignalValue(following.followed);
  return (
    <Popover
      label={label}
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <button type="button" className={classes.more} aria-label={label}>
          +{people.length}
        </button>
      }
    >
      <ul className="flex flex-col gap-0.5">
        {people.map((here) => (
          <li key={here.person.uuid}>
            <Line
              here={here}
              isFollowed={followed?.uuid === here.person.uuid}
              onClick={() => {
                toggle(following, here);
                setIsOpen(false);
              }}
            />
          </li>
        ))}
      </ul>
    </Popover>
  );
}

type LineProps = { here: ConnectedPerson; isFollowed: boolean; onClick: () => void };

function Line({ here, isFollowed, onClick }: LineProps) {
  const { t } = useEditorTranslations();
  const { name } = here.person;
  const text = useRecordedText(here) ?? name;
  return (
    <button
      type="button"
      className={classes.line}
      aria-pressed={isFollowed}
      aria-label={t('presence.follow', { name })}
      aria-description={text === name ? undefined : text}
      onClick={onClick}
    >
      <Ring here={here} />
      <span>{text}</span>
    </button>
  );
}

/** Text about the row into which a user records; null while none. */
function useRecordedText({ person, recording }: ConnectedPerson): string | null {
  const { scene } = useEditor();
  const { t } = useEditorTranslations();
  const [table = '', id = ''] = recording?.split('/') ?? [];
  const name = useSignalValue(() => {
    const { choices, states, keys, timelines } = scene.shared.value;
    const timeline = ownMember(timelines, ownMember(keys, id)?.timeline ?? '');
    const row = { choices: ownMember(choices, id), states: ownMember(states, id), keys: timeline };
    return ownMember<{ name: string } | undefined>(row, table)?.name ?? '';
  });
  return recording === null
    ? null
    : t(name === '' ? 'presence.recording.some' : 'presence.recording', { person: person.name, name });
}

/** Avatar with a ring in the user's scene colour; pale while the user's tab is in the background. */
function Ring({ here }: { here: Pick<ConnectedPerson, 'person'> & Partial<ConnectedPerson> }) {
  const { person, isAway = false, recording = null } = here;
  return (
    <span
      className={classes.ring}
      style={{ borderColor: person.avatarColor }}
      data-away={isAway || undefined}
      data-recording={recording !== null || undefined}
    >
      <Avatar person={person} size={24} />
    </span>
  );
}

function toggle(following: FollowingManager, { person }: ConnectedPerson): void {
  if (following.followed.value?.uuid === person.uuid) {
    following.stop();
  } else {
    following.follow(person.uuid);
  }
}
