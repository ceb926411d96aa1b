import { useNavigate } from 'react-router';
import { useApi } from '../../api/provider.tsx';
import { usePath } from '../../hooks/use-path.ts';

/** Signs out and opens login with `email` filled in, which returns to this page. */
export function useSwitchAccount(): (email?: string) => void {
  const { session } = useApi();
  const navigate = useNavigate();
  const path = usePath();
  return (email) => {
    const { pathname } = window.location;
    const query = new URLSearchParams({ redirect: pathname, ...(email !== undefined && { email }) });
    // The navigation comes first, because a page that needs a session would redirect to login without the address.
    navigate(path(`login?${query}`));
    session.signOut();
  };
}
