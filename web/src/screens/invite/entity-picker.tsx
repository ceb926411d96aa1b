import { Search } from 'lucide-react';
import { useState } from 'react';
import { useGet } from '../../api/hooks.ts';
import { ErrorState } from '../../components/feedback/error-state.tsx';
import { Skeleton } from '../../components/feedback/skeleton.tsx';
import { Checkbox } from '../../components/field/checkbox.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { useDebounced } from '../../hooks/use-debounced.ts';
import { useT } from '../../hooks/use-language.tsx';
import { usePeopleTranslations } from '../../hooks/use-people-translations.ts';
import { useProjects } from '../../hooks/use-projects.ts';
import classes from './invite.module.css';

const SEARCH_WAIT_MS = 200;

type PickerProps = { chosen: readonly string[]; onChange: (chosen: string[]) => void };
type PickedEntity = { uuid: string; name?: string | undefined };

/** Picks projects of the workspace. */
export function ProjectPicker(props: PickerProps) {
  const { projects, error } = useProjects();
  const [text, setText] = useState('');
  const search = text.trim().toLowerCase();
  const found = projects?.filter(({ name = '' }) => name.toLowerCase().includes(search));
  return (
    <Picker {...props} subject="projects" entities={found} error={error} text={text} onSearch={setText} />
  );
}

/** Picks scenes of a workspace, last changed first. */
export function ScenePicker({ accountUuid, ...props }: PickerProps & { accountUuid: string }) {
  const [text, setText] = useState('');
  const search = useDebounced(text.trim(), SEARCH_WAIT_MS);
  const { data, error } = useGet(
    'listCompositions',
    { query: { 'account.uuid': accountUuid, ...(search !== '' && { name: search }) } },
    { keepPreviousData: true },
  );
  return (
    <Picker
      {...props}
      subject="compositions"
      entities={data?.member}
      error={error}
      text={text}
      onSearch={setText}
    />
  );
}

function Picker({
  subject,
  entities,
  error,
  chosen,
  text,
  onSearch,
  onChange,
}: PickerProps & {
  subject: 'projects' | 'compositions';
  entities: readonly PickedEntity[] | undefined;
  error: unknown;
  text: string;
  onSearch: (text: string) => void;
}) {
  const t = useT();
  const { t: say } = usePeopleTranslations();
  if (entities === undefined) {
    return error === undefined ? <Skeleton height="8rem" /> : <ErrorState error={error} />;
  }
  const toggle = (uuid: string, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, uuid] : chosen.filter((other) => other !== uuid));
  return (
    <fieldset className={classes.picker} aria-label={say(`invite.pick.${subject}`)}>
      <div className={classes.pickerSearch}>
        <TextField
          label={say('invite.pick.search')}
          isLabelHidden
          placeholder={say('invite.pick.search')}
          size="small"
          icon={<Search size={16} aria-hidden="true" />}
          value={text}
          onChange={(event) => onSearch(event.target.value)}
        />
      </div>
      {entities.length === 0 ? (
        <p className={classes.pickerNone}>
          {say(text.trim() === '' ? 'invite.pick.empty' : 'invite.pick.none')}
        </p>
      ) : (
        <ul className={classes.pickerList}>
          {entities.map(({ uuid, name }) => (
            <li key={uuid}>
              <Checkbox
                label={name ?? t('scene.untitled')}
                checked={chosen.includes(uuid)}
                onChange={(event) => toggle(uuid, event.target.checked)}
              />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  );
}
