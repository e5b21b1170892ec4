// Federation resolves the shared modules first.
void import('./page.js');
