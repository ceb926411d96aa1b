import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { usePath } from '../../hooks/use-path.ts';

/** Signs out and leads to login, which leads back here; `email` is filled in there. */
export function useSwitchAccount(): (email?: string) => void {
  const { session } = useApi();
  const navigate = useNavigate();
  const path = usePath();
  return (email) => {
    const { pathname } = window.location;
    const query = new URLSearchParams({ redirect: pathname, ...(email !== undefined && { email }) });
    // First away from here, as a page that needs a session would lead to login by itself, without the address.
    navigate(path(`login?${query}`));
    session.signOut();
  };
}
