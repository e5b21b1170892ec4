/**
 * The part of react-router-dom that the store uses, shared between host and remotes as one module; other exports are
 * not bundled. Import it by its package name even inside this package: federation matches on that name.
 */
export {
  BrowserRouter,
  Link,
  NavLink,
  Navigate,
  Outlet,
  Route,
  Routes,
  useLocation,
  useNavigate,
  useParams,
  useSearchParams,
} from 'react-router-dom';
