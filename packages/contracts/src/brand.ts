/** Example values until the owner edits them. */
export const brand = {
  name: 'Rangavalli',
  tagline: 'Weaving heritage craftsmanship with modern aesthetics',
  legalName: 'Rangavalli Boutique',
  registrationNumber: 'UDYAM-XX-00-0000000',
  phone: '+91 90000 00000',
  /** With the country code; the shop shows no WhatsApp links while it is empty. */
  whatsApp: '' as string,
  email: 'hello@rangavalli.example',
  securityEmail: 'security@rangavalli.example',
  infoEmail: 'info@rangavalli.example',
  webMail: 'https://mail.rangavalli.example',
  address: ['Plot 1, Example Street', 'Uppal', 'Hyderabad, Telangana 500092', 'India'],
  maps: 'https://www.google.com/maps/search/?api=1&query=Hyderabad%20500092',
  social: {
    Facebook: 'https://www.facebook.com/',
    Instagram: 'https://www.instagram.com/',
    YouTube: 'https://www.youtube.com/',
    LinkedIn: 'https://www.linkedin.com/',
    Pinterest: 'https://www.pinterest.com/',
    X: 'https://x.com/',
  },
  developer: { name: 'Rangavalli open store', url: 'https://rangavalli.example/' },
  themeColour: '#8C1C2E',
  refundPolicyUpdated: '2025-08-16',
} as const;
