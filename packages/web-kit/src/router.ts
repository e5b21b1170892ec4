/**
 * The part of react-router-dom that the store uses. It is shared between host and remotes as one module, so that
 * all of them stand inside the one router of the shell; what is not listed here is not carried by the page.
 * Import it as `@rangavalli/web-kit/router` even inside this package: federation knows it by that name.
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
