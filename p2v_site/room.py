"""People's data on the site itself: the archives of their accounts."""

from accounts.selectors.rooms import AccountDeletion, Room
from p2v_site.account_archives import archives_forget

ROOM = Room(account_deletion=AccountDeletion(archives_forget))
