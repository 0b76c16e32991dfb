//! What is made of what an e-invoice says.
