-- Words of the consent as published from here on. Written by `npm run consent`.
insert into private.consent_wordings (version, seller, words)
values ('5b0c40d9308a820a', 'Pilotlight', 'I agree to receive an AI-generated call from Pilotlight at the number provided, including for promotional and demo purposes. I understand that the call may use AI technology, including an artificial voice, and that a purchase is not required: my consent is not a condition of buying anything. I can withdraw it at any time by saying so on the call or by writing to hello@pilotlight.example.');
