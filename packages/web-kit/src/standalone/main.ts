// Asynchronous, so that federation resolves the shared modules first.
void import('./page.js');
