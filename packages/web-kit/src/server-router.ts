/** The router that stands around a page on the server. */
export { StaticRouter } from 'react-router-dom';
